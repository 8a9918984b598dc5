def space(sch):
    """Written by the rules register-tiles."""
    # conv: 24 rows, 196 columns, sums of 16 products of W and X.
    columns_conv = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.27, 0.43, 0.22, 0.08]))
    rows_conv = sch.get(sch.sample_categorical({16: [13, 12, 10, 9], 32: [12, 8, 6, 5], 48: [8, 6, 5, 4], 64: [6, 5, 4, 3]}[columns_conv], {16: [0.21, 0.76, 0.02, 0.02], 32: [0.34, 0.29, 0.25, 0.11], 48: [0.35, 0.30, 0.13, 0.22], 64: [0.37, 0.17, 0.27, 0.20]}[columns_conv]))
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
