def space(sch):
    """Written by the rules register-tiles."""
    # S: 60 rows, 50 columns, sums of 64 products of Q and K.
    columns_S = sch.get(sch.sample_categorical([16, 32, 48, 64, 56], [0.02, 0.04, 0.02, 0.09, 0.84]))
    rows_S = sch.get(sch.sample_categorical({16: [13, 12, 11, 10], 32: [12, 10, 6, 5], 48: [9, 6, 5, 4], 64: [6, 5, 4, 3], 56: [6, 5, 4, 3]}[columns_S], {16: [0.11, 0.41, 0.08, 0.39], 32: [0.30, 0.28, 0.22, 0.20], 48: [0.17, 0.31, 0.28, 0.23], 64: [0.32, 0.28, 0.23, 0.17], 56: [0.32, 0.28, 0.23, 0.17]}[columns_S]))
    tiles_S = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.25, 0.25, 0.25, 0.25]))
    steps_S = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
    panels_S = sch.get(sch.sample_categorical([0, 1], [0.70, 0.30]))
    tiles = (60 + rows_S - 1) // rows_S
    groups = (tiles + tiles_S - 1) // tiles_S
    tiles = (tiles + groups - 1) // groups
    all_panels = (50 + columns_S - 1) // columns_S
    groups = panels_S if panels_S > 0 else all_panels
    groups = (all_panels + groups - 1) // groups
    panels = (all_panels + groups - 1) // groups
    fill_rows = 60 % (tiles * rows_S) != 0
    fill_columns = 50 % (panels * columns_S) != 0
    fill_terms = 64 % (steps_S) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("S", [1, tiles * rows_S, panels * columns_S, steps_S])
    if fill_rows or fill_columns:
        tail = sch.get_consumers("S")[0]
    copy_Q_S = sch.get(sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.20]))
    copies_left = copy_Q_S > 0 or fill_left
    if copies_left:
        left = sch.cache_read("S", 0, "global")
        if fill_left:
            sch.compute_inline(sch.get_producers(left)[0])
    right = sch.cache_read("S", 1, "global")
    if fill_right:
        sch.compute_inline(sch.get_producers(right)[0])
    b, i, j, k = sch.get_loops("S")
    io, im, ii = sch.split(i, [None, tiles, rows_S])
    jc, jo, ji = sch.split(j, [None, panels, columns_S])
    ko, ki = sch.split(k, [None, steps_S])
    sch.reorder(b, jc, io, jo, im, ko, ki, ii, ji)
    sch.compute_at(right, jc)
    sch.transform_layout(right, ("write", 0), lambda b0, n, k: (b0, n // columns_S, k, n % columns_S))
    if copies_left:
        if copy_Q_S < 2:
            sch.compute_at(left, io)
        *_, lanes = sch.get_loops(left)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
        # Rows a power of two apart would fall on the same few sets of the cache.
        sch.storage_align(left, 0, 1, 32, 16)
    init = sch.decompose_reduction("S", ko)
    *_, init_rows, lanes = sch.get_loops(init)
    sch.vectorize(lanes)
    sch.unroll(ii)
    sch.vectorize(ji)
    # Written out by the code generator: the lowered program stays short.
    for loop in [init_rows, ki]:
        sch.unroll(loop)
        sch.annotate(loop, "pragma_unroll_explicit", 0)
    sch.parallel(b)
    if fill_rows or fill_columns:
        finish_S = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
        sch.reverse_compute_at(tail, im if finish_S == 1 else io)
        *_, lanes = sch.get_loops(tail)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
