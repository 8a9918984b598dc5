def space(sch):
    """Written by the rules register-tiles."""
    direct_conv = sch.get(sch.sample_categorical([0, 1], [0.01, 1.00]))
    if direct_conv == 1:
        # conv: 16 channels, 56 pixels in rows of 7, sums of 9216 products of W and X.
        parts_conv = sch.get(sch.sample_categorical([1, 2], [0.67, 0.33]))
        order_conv = sch.get(sch.sample_categorical([0, 1], [0.60, 0.40]))
        tail = sch.cache_write("conv", 0, "global")
        sch.transform_layout("conv", ("write", 0), lambda vn, vk, vy, vx: (vn, vk // 16, vy, vx, vk % 16))
        # W is packed once, before the calls.
        weights = sch.cache_read("conv", 1, "global")
        sch.transform_layout(weights, ("write", 0), lambda vk, vc, vr, vs: (vk // 16, vc, vr, vs, vk % 16))
        sch.annotate(weights, "meta_schedule.layout_rewrite_preproc", True)
        loop_vn, loop_vk, loop_vy, loop_vx, loop_vc, loop_vr, loop_vs = sch.get_loops("conv")
        co, ci = sch.split(loop_vk, [None, 16])
        po, pi = sch.split(loop_vx, [None, 7])
        part, term = sch.split(loop_vc, [parts_conv, None])
        if order_conv == 0:
            sch.reorder(co, part, loop_vn, loop_vy, po, term, loop_vr, loop_vs, pi, ci)
        else:
            sch.reorder(loop_vn, loop_vy, co, part, po, term, loop_vr, loop_vs, pi, ci)
        init = sch.decompose_reduction("conv", part)
        sch.parallel(co if order_conv == 0 else loop_vn)
        sch.reverse_compute_at(tail, po if parts_conv == 1 else co)
        *_, channel, lanes = sch.get_loops(tail)
        square = 16 if 7 > 8 else 8
        if parts_conv > 1:
            _, lanes = sch.split(lanes, [None, 16])
        elif 7 <= square and 16 % square == 0:
            # Squares of pixels and channels are turned in registers.
            _, channel = sch.split(channel, [None, square])
            sch.unroll(channel)
        sch.vectorize(lanes)
        for block in [init, sch.get_block("conv_update")]:
            *_, pixel, lanes = sch.get_loops(block)
            sch.unroll(pixel)
            sch.vectorize(lanes)
    else:
        # conv: 16 rows, 56 columns, sums of 9216 products of W and X.
        columns_conv = sch.get(sch.sample_categorical([16, 32, 48, 64, 56], [0.02, 0.04, 0.02, 0.06, 0.87]))
        rows_conv = sch.get(sch.sample_categorical({16: [11, 10, 9, 8], 32: [10, 9, 8, 6], 48: [9, 8, 6, 4], 64: [6, 5, 4, 3], 56: [6, 5, 4, 3]}[columns_conv], {16: [0.07, 0.32, 0.31, 0.30], 32: [0.02, 0.11, 0.78, 0.09], 48: [0.08, 0.53, 0.06, 0.34], 64: [0.14, 0.02, 0.76, 0.07], 56: [0.11, 0.02, 0.82, 0.06]}[columns_conv]))
        tiles_conv = sch.get(sch.sample_categorical([1, 2, 4], [0.33, 0.33, 0.33]))
        steps_conv = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
        parts_conv_2 = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.69, 0.10, 0.10, 0.10]))
        panels_conv = sch.get(sch.sample_categorical([0, 1], [0.18, 0.82]))
        tiles = (16 + rows_conv - 1) // rows_conv
        groups = (tiles + tiles_conv - 1) // tiles_conv
        tiles = (tiles + groups - 1) // groups
        all_panels = (56 + columns_conv - 1) // columns_conv
        groups = panels_conv if panels_conv > 0 else all_panels
        groups = (all_panels + groups - 1) // groups
        panels = (all_panels + groups - 1) // groups
        # As a product of matrices: row vk, column (vn * 4 + vy) * 7 + vx, term (vc * 3 + vr) * 3 +
        # vs.
        tail = sch.reindex("conv", ("write", 0))
        left_source = sch.reindex("conv", ("read", 1))
        right_source = sch.reindex("conv", ("read", 0))
        sch.transform_layout("conv", ("read", 1), lambda vk, vc, vr, vs: (vk, (vc * 3 + vr) * 3 + vs))
        sch.transform_layout("conv", ("read", 0), lambda vn, vy, vx, vc, vr, vs: ((vn * 4 + vy) * 7 + vx, (vc * 3 + vr) * 3 + vs))
        sch.transform_layout("conv", ("write", 0), lambda vn, vk, vy, vx: (vk, (vn * 4 + vy) * 7 + vx))
        sch.transform_block_layout("conv", lambda vn, vk, vy, vx, vc, vr, vs: (vk, (vn * 4 + vy) * 7 + vx, (vc * 3 + vr) * 3 + vs))
        sch.transform_block_layout(tail, lambda vn, vk, vy, vx: (vk, (vn * 4 + vy) * 7 + vx))
        fill_rows = 16 % (tiles * rows_conv) != 0
        fill_columns = 56 % (panels * columns_conv) != 0
        fill_terms = 9216 % (steps_conv * parts_conv_2) != 0
        fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
        if fill_left or fill_right:
            sch.pad_einsum("conv", [tiles * rows_conv, panels * columns_conv, steps_conv * parts_conv_2])
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
        first, outer = ko, []
        if parts_conv_2 > 1:
            first, ko = sch.split(ko, [parts_conv_2, None])
            outer = [first]
        sch.reorder(jc, *outer, io, jo, im, ko, ki, ii, ji)
        sch.compute_at(right, jc)
        sch.transform_layout(right, ("write", 0), lambda n, k: (n // columns_conv, k, n % columns_conv))
        sch.compute_inline(right_source)
        sch.transform_layout(left, ("write", 0), lambda n, k: (n // rows_conv, k, n % rows_conv))
        sch.compute_inline(left_source)
        sch.annotate(left, "meta_schedule.layout_rewrite_preproc", True)
        init = sch.decompose_reduction("conv", first)
        if panels > 1:
            prefetch_X_conv = sch.get(sch.sample_categorical([1, 0], [0.60, 0.40]))
            if prefetch_X_conv == 1:
                sch.prefetch(sch.get(right).writes[0].buffer.name, jo, 1, [im, ko])
        *_, init_rows, lanes = sch.get_loops(init)
        sch.vectorize(lanes)
        sch.unroll(ii)
        sch.vectorize(ji)
        # Written out by the code generator: the lowered program stays short.
        for loop in [init_rows, ki]:
            sch.unroll(loop)
            sch.annotate(loop, "pragma_unroll_explicit", 0)
        sch.parallel(io if panels == all_panels else jc)
        if parts_conv_2 > 1:
            sch.reverse_compute_at(tail, jc)
        else:
            finish_Y = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
            sch.reverse_compute_at(tail, im if finish_Y == 1 else io)
