def space(sch):
    """Written by the rules register-tiles."""
    # Y: 64 rows, 512 columns, sums of 512 products of X and W.
    columns_Y = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.03, 0.29, 0.23, 0.45]))
    rows_Y = sch.get(sch.sample_categorical({16: [14, 13, 11, 10], 32: [13, 11, 8, 5], 48: [8, 6, 5, 4], 64: [6, 5, 4, 3]}[columns_Y], {16: [0.13, 0.43, 0.32, 0.12], 32: [0.26, 0.19, 0.39, 0.17], 48: [0.36, 0.19, 0.22, 0.23], 64: [0.23, 0.26, 0.39, 0.12]}[columns_Y]))
    tiles_Y = sch.get(sch.sample_categorical([1, 2, 4, 8, 16], [0.17, 0.17, 0.17, 0.17, 0.33]))
    steps_Y = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
    panels_Y = sch.get(sch.sample_categorical([0, 1, 2, 4, 8], [0.37, 0.16, 0.16, 0.16, 0.16]))
    tiles = (64 + rows_Y - 1) // rows_Y
    groups = (tiles + tiles_Y - 1) // tiles_Y
    tiles = (tiles + groups - 1) // groups
    all_panels = (512 + columns_Y - 1) // columns_Y
    groups = panels_Y if panels_Y > 0 else all_panels
    groups = (all_panels + groups - 1) // groups
    panels = (all_panels + groups - 1) // groups
    fill_rows = 64 % (tiles * rows_Y) != 0
    fill_columns = 512 % (panels * columns_Y) != 0
    fill_terms = 512 % (steps_Y) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("Y", [tiles * rows_Y, panels * columns_Y, steps_Y])
    if fill_rows or fill_columns:
        tail = sch.get_consumers("Y")[0]
    copy_X_Y = sch.get(sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.20]))
    copies_left = copy_X_Y > 0 or fill_left
    if copies_left:
        left = sch.cache_read("Y", 0, "global")
        if fill_left:
            sch.compute_inline(sch.get_producers(left)[0])
    # W is packed once, before the calls.
    right = sch.cache_read("Y", 1, "global")
    if fill_right:
        sch.compute_inline(sch.get_producers(right)[0])
    i, j, k = sch.get_loops("Y")
    io, im, ii = sch.split(i, [None, tiles, rows_Y])
    jc, jo, ji = sch.split(j, [None, panels, columns_Y])
    ko, ki = sch.split(k, [None, steps_Y])
    sch.reorder(jc, io, jo, im, ko, ki, ii, ji)
    sch.transform_layout(right, ("write", 0), lambda k, n: (n // columns_Y, k, n % columns_Y))
    sch.annotate(right, "meta_schedule.layout_rewrite_preproc", True)
    if copies_left:
        if copy_X_Y < 2:
            sch.compute_at(left, io)
        *_, lanes = sch.get_loops(left)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
        # Rows a power of two apart would fall on the same few sets of the cache.
        sch.storage_align(left, 0, 0, 32, 16)
    init = sch.decompose_reduction("Y", ko)
    if panels > 1:
        prefetch_W_Y = sch.get(sch.sample_categorical([1, 0], [0.60, 0.40]))
        if prefetch_W_Y == 1:
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
    if fill_rows or fill_columns:
        finish_Y = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
        sch.reverse_compute_at(tail, im if finish_Y == 1 else io)
        *_, lanes = sch.get_loops(tail)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
