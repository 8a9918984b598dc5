def space(sch):
    """Written by the rules register-tiles."""
    # Y: 24 rows, 256 columns, sums of 144 products of W and X.
    columns_Y = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.05, 0.32, 0.05, 0.58]))
    rows_Y = sch.get(sch.sample_categorical({16: [14, 13, 12, 8], 32: [12, 8, 6, 5], 48: [8, 6, 5, 4], 64: [6, 5, 4, 3]}[columns_Y], {16: [0.04, 0.15, 0.79, 0.02], 32: [0.35, 0.30, 0.26, 0.08], 48: [0.35, 0.30, 0.13, 0.22], 64: [0.38, 0.12, 0.28, 0.21]}[columns_Y]))
    tiles_Y = sch.get(sch.sample_categorical([1, 2, 4], [0.33, 0.33, 0.33]))
    steps_Y = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
    panels_Y = sch.get(sch.sample_categorical([0, 1, 2, 4], [0.14, 0.67, 0.10, 0.10]))
    tiles = (24 + rows_Y - 1) // rows_Y
    groups = (tiles + tiles_Y - 1) // tiles_Y
    tiles = (tiles + groups - 1) // groups
    all_panels = (256 + columns_Y - 1) // columns_Y
    groups = panels_Y if panels_Y > 0 else all_panels
    groups = (all_panels + groups - 1) // groups
    panels = (all_panels + groups - 1) // groups
    # As a product of matrices: row vk, column vy * 16 + vx, term (vc * 3 + vr) * 3 + vs.
    tail = sch.reindex("Y", ("write", 0))
    left_source = sch.reindex("Y", ("read", 1))
    right_source = sch.reindex("Y", ("read", 0))
    sch.transform_layout("Y", ("read", 1), lambda vk, vc, vr, vs: (vk, (vc * 3 + vr) * 3 + vs))
    sch.transform_layout("Y", ("read", 0), lambda vy, vx, vc, vr, vs: ((vc * 3 + vr) * 3 + vs, vy * 16 + vx))
    sch.transform_layout("Y", ("write", 0), lambda vk, vy, vx: (vk, vy * 16 + vx))
    sch.transform_block_layout("Y", lambda vk, vy, vx, vc, vr, vs: (vk, vy * 16 + vx, (vc * 3 + vr) * 3 + vs))
    sch.transform_block_layout(tail, lambda vk, vy, vx: (vk, vy * 16 + vx))
    fill_rows = 24 % (tiles * rows_Y) != 0
    fill_columns = 256 % (panels * columns_Y) != 0
    fill_terms = 144 % (steps_Y) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("Y", [tiles * rows_Y, panels * columns_Y, steps_Y])
    if fill_rows or fill_columns:
        sch.compute_inline(sch.get_consumers("Y")[0])
    copy_W_Y = sch.get(sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.20]))
    copies_left = copy_W_Y > 0 or fill_left
    if copies_left:
        left = sch.cache_read("Y", 1, "global")
        if fill_left:
            sch.compute_inline(sch.get_producers(left)[0])
    right = sch.cache_read("Y", 0, "global")
    if fill_right:
        sch.compute_inline(sch.get_producers(right)[0])
    i, j, k = sch.get_loops("Y")
    io, im, ii = sch.split(i, [None, tiles, rows_Y])
    jc, jo, ji = sch.split(j, [None, panels, columns_Y])
    ko, ki = sch.split(k, [None, steps_Y])
    sch.reorder(jc, io, jo, im, ko, ki, ii, ji)
    sch.compute_at(right, jc)
    sch.transform_layout(right, ("write", 0), lambda k, n: (n // columns_Y, k, n % columns_Y))
    sch.compute_inline(right_source)
    *_, lanes = sch.get_loops(right)
    _, lanes = sch.split(lanes, [None, 16])
    sch.vectorize(lanes)
    if copies_left:
        if copy_W_Y < 2:
            sch.compute_at(left, io)
        sch.compute_inline(left_source)
        *_, lanes = sch.get_loops(left)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
        # Rows a power of two apart would fall on the same few sets of the cache.
        sch.storage_align(left, 0, 0, 32, 16)
    else:
        sch.compute_inline(left_source)
    init = sch.decompose_reduction("Y", ko)
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
