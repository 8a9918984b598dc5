def space(sch):
    """Written by the rules register-tiles."""
    direct_conv = sch.get(sch.sample_categorical([0, 1], [1.00, 0.01]))
    if direct_conv == 1:
        # conv: 24 channels, 196 pixels in rows of 14, sums of 16 products of W and X.
        pixels_conv = sch.get(sch.sample_categorical([14, 7], [0.56, 0.44]))
        order_conv = sch.get(sch.sample_categorical([0, 1], [0.60, 0.40]))
        tail = sch.cache_write("conv", 0, "global")
        sch.transform_layout("conv", ("write", 0), lambda vn, vk, vy, vx: (vn, vk // 24, vy, vx, vk % 24))
        sch.compute_inline(tail)
        tail = sch.get_block("bias")
        # W is packed once, before the calls.
        weights = sch.cache_read("conv", 1, "global")
        sch.transform_layout(weights, ("write", 0), lambda vk, vc, vr, vs: (vk // 24, vc, vr, vs, vk % 24))
        sch.annotate(weights, "meta_schedule.layout_rewrite_preproc", True)
        loop_vn, loop_vk, loop_vy, loop_vx, loop_vc, loop_vr, loop_vs = sch.get_loops("conv")
        co, ci = sch.split(loop_vk, [None, 24])
        po, pi = sch.split(loop_vx, [None, pixels_conv])
        if order_conv == 0:
            sch.reorder(co, loop_vn, loop_vy, po, loop_vc, loop_vr, loop_vs, pi, ci)
        else:
            sch.reorder(loop_vn, loop_vy, co, po, loop_vc, loop_vr, loop_vs, pi, ci)
        init = sch.decompose_reduction("conv", loop_vc)
        sch.parallel(co if order_conv == 0 else loop_vy)
        sch.reverse_compute_at(tail, po)
        *_, channel, lanes = sch.get_loops(tail)
        square = 16 if pixels_conv > 8 else 8
        if pixels_conv <= square and 24 % square == 0:
            # Squares of pixels and channels are turned in registers.
            _, channel = sch.split(channel, [None, square])
            sch.unroll(channel)
        sch.vectorize(lanes)
        for block in [init, sch.get_block("conv_update")]:
            *_, pixel, lanes = sch.get_loops(block)
            sch.unroll(pixel)
            sch.vectorize(lanes)
    else:
        # conv: 24 rows, 196 columns, sums of 16 products of W and X.
        columns_conv = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.27, 0.43, 0.22, 0.08]))
        rows_conv = sch.get(sch.sample_categorical({16: [14, 13, 12, 10], 32: [12, 8, 6, 5], 48: [8, 6, 5, 4], 64: [6, 5, 4, 3]}[columns_conv], {16: [0.05, 0.20, 0.73, 0.01], 32: [0.34, 0.29, 0.25, 0.11], 48: [0.35, 0.30, 0.13, 0.22], 64: [0.37, 0.17, 0.27, 0.20]}[columns_conv]))
        tiles_conv = sch.get(sch.sample_categorical([1, 2, 4], [0.33, 0.33, 0.33]))
        steps_conv = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
        panels_conv = sch.get(sch.sample_categorical([0, 1, 2, 4], [0.14, 0.67, 0.10, 0.10]))
        tiles = (24 + rows_conv - 1) // rows_conv
        groups = (tiles + tiles_conv - 1) // tiles_conv
        tiles = (tiles + groups - 1) // groups
        all_panels = (196 + columns_conv - 1) // columns_conv
        groups = panels_conv if panels_conv > 0 else all_panels
        groups = (all_panels + groups - 1) // groups
        panels = (all_panels + groups - 1) // groups
        # As a product of matrices: row vk, column vy * 14 + vx, term vc.
        tail = sch.reindex("conv", ("write", 0))
        left_source = sch.reindex("conv", ("read", 1))
        right_source = sch.reindex("conv", ("read", 0))
        sch.transform_layout("conv", ("read", 1), lambda vk, vc, vr, vs: (vk, vc))
        sch.transform_layout("conv", ("read", 0), lambda vn, vy, vx, vc: (vc, vy * 14 + vx))
        sch.transform_layout("conv", ("write", 0), lambda vn, vk, vy, vx: (vk, vy * 14 + vx))
        sch.transform_block_layout("conv", lambda vn, vk, vy, vx, vc, vr, vs: (vk, vy * 14 + vx, vc))
        sch.compute_inline(tail)
        tail = sch.get_block("bias")
        sch.transform_block_layout(tail, lambda vn, vk, vy, vx: (vk, vy * 14 + vx))
        fill_rows = 24 % (tiles * rows_conv) != 0
        fill_columns = 196 % (panels * columns_conv) != 0
        fill_terms = 16 % (steps_conv) != 0
        fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
        if fill_left or fill_right:
            sch.pad_einsum("conv", [tiles * rows_conv, panels * columns_conv, steps_conv])
        if fill_rows or fill_columns:
            sch.compute_inline(sch.get_consumers("conv")[0])
        # W is packed once, before the calls.
        left = sch.cache_read("conv", 1, "global")
        if fill_left:
            sch.compute_inline(sch.get_producers(left)[0])
        right = sch.cache_read("conv", 0, "global")
        if fill_right:
            sch.compute_inline(sch.get_producers(right)[0])
        i, j, k = sch.get_loops("conv")
        io, im, ii = sch.split(i, [None, tiles, rows_conv])
        jc, jo, ji = sch.split(j, [None, panels, columns_conv])
        ko, ki = sch.split(k, [None, steps_conv])
        sch.reorder(jc, io, jo, im, ko, ki, ii, ji)
        sch.compute_at(right, jc)
        sch.transform_layout(right, ("write", 0), lambda k, n: (n // columns_conv, k, n % columns_conv))
        sch.compute_inline(right_source)
        *_, lanes = sch.get_loops(right)
        _, lanes = sch.split(lanes, [None, columns_conv])
        sch.vectorize(lanes)
        sch.transform_layout(left, ("write", 0), lambda n, k: (n // rows_conv, k, n % rows_conv))
        sch.compute_inline(left_source)
        sch.annotate(left, "meta_schedule.layout_rewrite_preproc", True)
        init = sch.decompose_reduction("conv", ko)
        *_, init_rows, lanes = sch.get_loops(init)
        sch.vectorize(lanes)
        sch.unroll(ii)
        sch.vectorize(ji)
        # Written out by the code generator: the lowered program stays short.
        for loop in [init_rows, ki]:
            sch.unroll(loop)
            sch.annotate(loop, "pragma_unroll_explicit", 0)
        sch.parallel(io if panels == all_panels else jc)
        finish_bias = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
        sch.reverse_compute_at(tail, im if finish_bias == 1 else io)
        *_, lanes = sch.get_loops(tail)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
