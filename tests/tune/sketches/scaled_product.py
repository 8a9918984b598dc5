def space(sch):
    """Written by the rules register-tiles."""
    # C: 70 rows, 80 columns, sums of 96 products of A and B.
    columns_C = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.67, 0.13, 0.19, 0.01]))
    rows_C = sch.get(sch.sample_categorical({16: [14, 12, 11, 10], 32: [14, 10, 7, 5], 48: [9, 8, 7, 5], 64: [6, 5, 4, 3]}[columns_C], {16: [0.40, 0.18, 0.05, 0.37], 32: [0.30, 0.27, 0.23, 0.19], 48: [0.22, 0.21, 0.31, 0.25], 64: [0.27, 0.38, 0.20, 0.15]}[columns_C]))
    tiles_C = sch.get(sch.sample_categorical([1, 2, 4, 8, 16], [0.20, 0.20, 0.20, 0.20, 0.20]))
    steps_C = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
    panels_C = sch.get(sch.sample_categorical([0, 1, 2], [0.54, 0.23, 0.23]))
    tiles = (70 + rows_C - 1) // rows_C
    groups = (tiles + tiles_C - 1) // tiles_C
    tiles = (tiles + groups - 1) // groups
    all_panels = (80 + columns_C - 1) // columns_C
    groups = panels_C if panels_C > 0 else all_panels
    groups = (all_panels + groups - 1) // groups
    panels = (all_panels + groups - 1) // groups
    fill_rows = 70 % (tiles * rows_C) != 0
    fill_columns = 80 % (panels * columns_C) != 0
    fill_terms = 96 % (steps_C) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("C", [tiles * rows_C, panels * columns_C, steps_C])
    if fill_rows or fill_columns:
        tail = sch.get_consumers("C")[0]
    copy_A_C = sch.get(sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.20]))
    copies_left = copy_A_C > 0 or fill_left
    if copies_left:
        left = sch.cache_read("C", 0, "global")
        if fill_left:
            sch.compute_inline(sch.get_producers(left)[0])
    pack_B_C = sch.get(sch.sample_categorical([1, 0], [0.60, 0.40]))
    packs_right = pack_B_C == 1 or fill_right
    if packs_right:
        right = sch.cache_read("C", 2, "global")
        if fill_right:
            sch.compute_inline(sch.get_producers(right)[0])
    i, j, k = sch.get_loops("C")
    io, im, ii = sch.split(i, [None, tiles, rows_C])
    jc, jo, ji = sch.split(j, [None, panels, columns_C])
    ko, ki = sch.split(k, [None, steps_C])
    sch.reorder(jc, io, jo, im, ko, ki, ii, ji)
    if packs_right:
        sch.compute_at(right, jc)
        sch.transform_layout(right, ("write", 0), lambda k, n: (n // columns_C, k, n % columns_C))
        *_, lanes = sch.get_loops(right)
        _, lanes = sch.split(lanes, [None, columns_C])
        sch.vectorize(lanes)
    if copies_left:
        if copy_A_C < 2:
            sch.compute_at(left, io)
        *_, lanes = sch.get_loops(left)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
        # Rows a power of two apart would fall on the same few sets of the cache.
        sch.storage_align(left, 0, 0, 32, 16)
    init = sch.decompose_reduction("C", ko)
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
        finish_C = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
        sch.reverse_compute_at(tail, im if finish_C == 1 else io)
        *_, lanes = sch.get_loops(tail)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
