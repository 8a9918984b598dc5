def space(sch):
    """Written by the rules register-tiles."""
    # conv: 24 rows, 784 columns, sums of 144 products of W and X.
    columns_conv = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.10, 0.29, 0.33, 0.28]))
    rows_conv = sch.get(sch.sample_categorical({16: [14, 13, 12, 8], 32: [12, 8, 6, 5], 48: [8, 6, 5, 4], 64: [6, 5, 4, 3]}[columns_conv], {16: [0.04, 0.15, 0.79, 0.02], 32: [0.34, 0.29, 0.25, 0.11], 48: [0.35, 0.30, 0.13, 0.22], 64: [0.37, 0.17, 0.27, 0.20]}[columns_conv]))
    tiles_conv = sch.get(sch.sample_categorical([1, 2, 4], [0.33, 0.33, 0.33]))
    steps_conv = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
    panels_conv = sch.get(sch.sample_categorical([0, 1, 2, 4, 8, 16], [0.14, 0.63, 0.09, 0.09, 0.03, 0.03]))
    tiles = (24 + rows_conv - 1) // rows_conv
    groups = (tiles + tiles_conv - 1) // tiles_conv
    tiles = (tiles + groups - 1) // groups
    all_panels = (784 + columns_conv - 1) // columns_conv
    groups = panels_conv if panels_conv > 0 else all_panels
    groups = (all_panels + groups - 1) // groups
    panels = (all_panels + groups - 1) // groups
    # As a product of matrices: row vk, column vy * 28 + vx, term (vc * 3 + vr) * 3 + vs.
    tail = sch.reindex("conv", ("write", 0))
    left_source = sch.reindex("conv", ("read", 1))
    right_source = sch.reindex("conv", ("read", 0))
    sch.transform_layout("conv", ("read", 1), lambda vg, vk, vc, vr, vs: (vk, (vc * 3 + vr) * 3 + vs))
    sch.transform_layout("conv", ("read", 0), lambda vy, vx, vc, vr, vs: ((vc * 3 + vr) * 3 + vs, vy * 28 + vx))
    sch.transform_layout("conv", ("write", 0), lambda vg, vk, vy, vx: (vk, vy * 28 + vx))
    sch.transform_block_layout("conv", lambda vg, vk, vy, vx, vc, vr, vs: (vk, vy * 28 + vx, (vc * 3 + vr) * 3 + vs))
    sch.transform_block_layout(tail, lambda vg, vk, vy, vx: (vk, vy * 28 + vx))
    fill_rows = 24 % (tiles * rows_conv) != 0
    fill_columns = 784 % (panels * columns_conv) != 0
    fill_terms = 144 % (steps_conv) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("conv", [tiles * rows_conv, panels * columns_conv, steps_conv])
    if fill_rows or fill_columns:
        sch.compute_inline(sch.get_consumers("conv")[0])
    copy_W_conv = sch.get(sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.20]))
    copies_left = copy_W_conv > 0 or fill_left
    if copies_left:
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
    _, lanes = sch.split(lanes, [None, 4])
    sch.vectorize(lanes)
    if copies_left:
        if copy_W_conv < 2:
            sch.compute_at(left, io)
        sch.compute_inline(left_source)
        *_, lanes = sch.get_loops(left)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
        # Rows a power of two apart would fall on the same few sets of the cache.
        sch.storage_align(left, 0, 0, 32, 16)
    else:
        sch.compute_inline(left_source)
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
    finish_Y = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
    sch.reverse_compute_at(tail, im if finish_Y == 1 else io)
    *_, lanes = sch.get_loops(tail)
    _, lanes = sch.split(lanes, [None, 16])
    sch.vectorize(lanes)
