def space(sch):
    """Written by the rules register-tiles."""
    # S: 256 rows, 256 columns, sums of 64 products of Q and K.
    columns_S = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.04, 0.35, 0.06, 0.55]))
    rows_S = sch.get(sch.sample_categorical({16: [13, 12, 11, 10], 32: [13, 10, 8, 7], 48: [9, 8, 7, 6], 64: [6, 5, 4, 3]}[columns_S], {16: [0.29, 0.22, 0.22, 0.27], 32: [0.23, 0.22, 0.35, 0.20], 48: [0.23, 0.30, 0.24, 0.23], 64: [0.29, 0.22, 0.33, 0.16]}[columns_S]))
    tiles_S = sch.get(sch.sample_categorical([1, 2, 4, 8, 16, 32], [0.17, 0.17, 0.17, 0.17, 0.17, 0.17]))
    steps_S = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
    panels_S = sch.get(sch.sample_categorical([0, 1, 2, 4], [0.82, 0.06, 0.06, 0.06]))
    tiles = (256 + rows_S - 1) // rows_S
    groups = (tiles + tiles_S - 1) // tiles_S
    tiles = (tiles + groups - 1) // groups
    all_panels = (256 + columns_S - 1) // columns_S
    groups = panels_S if panels_S > 0 else all_panels
    groups = (all_panels + groups - 1) // groups
    panels = (all_panels + groups - 1) // groups
    fill_rows = 256 % (tiles * rows_S) != 0
    fill_columns = 256 % (panels * columns_S) != 0
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
    # Squares of 16 x 16 are turned in registers.
    if not fill_right and columns_S % 16 == 0:
        *_, line, element = sch.get_loops(right)
        lines, line = sch.split(line, [None, 16])
        elements, element = sch.split(element, [None, 16])
        sch.reorder(lines, elements, element, line)
        sch.unroll(element)
        sch.vectorize(line)
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
    # O: 256 rows, 64 columns, sums of 256 products of P and V.
    columns_O = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.04, 0.37, 0.01, 0.58]))
    rows_O = sch.get(sch.sample_categorical({16: [13, 12, 11, 10], 32: [13, 10, 8, 7], 48: [9, 8, 7, 6], 64: [6, 5, 4, 3]}[columns_O], {16: [0.29, 0.22, 0.22, 0.27], 32: [0.23, 0.22, 0.35, 0.20], 48: [0.23, 0.30, 0.24, 0.23], 64: [0.29, 0.22, 0.33, 0.16]}[columns_O]))
    tiles_O = sch.get(sch.sample_categorical([1, 2, 4, 8, 16, 32], [0.14, 0.14, 0.14, 0.14, 0.14, 0.29]))
    steps_O = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
    panels_O = sch.get(sch.sample_categorical([0, 1], [0.93, 0.07]))
    tiles = (256 + rows_O - 1) // rows_O
    groups = (tiles + tiles_O - 1) // tiles_O
    tiles = (tiles + groups - 1) // groups
    all_panels = (64 + columns_O - 1) // columns_O
    groups = panels_O if panels_O > 0 else all_panels
    groups = (all_panels + groups - 1) // groups
    panels = (all_panels + groups - 1) // groups
    fill_rows = 256 % (tiles * rows_O) != 0
    fill_columns = 64 % (panels * columns_O) != 0
    fill_terms = 256 % (steps_O) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("O", [1, tiles * rows_O, panels * columns_O, steps_O])
    if fill_rows or fill_columns:
        tail = sch.get_consumers("O")[0]
    copy_P_O = sch.get(sch.sample_categorical([0, 1, 2], [0.55, 0.31, 0.14]))
    copies_left = copy_P_O > 0 or fill_left
    if copies_left:
        left = sch.cache_read("O", 0, "global")
        if fill_left:
            sch.compute_inline(sch.get_producers(left)[0])
    pack_V_O = sch.get(sch.sample_categorical([1, 0], [0.85, 0.15]))
    packs_right = pack_V_O == 1 or fill_right
    if packs_right:
        right = sch.cache_read("O", 1, "global")
        if fill_right:
            sch.compute_inline(sch.get_producers(right)[0])
    b, i, j, k = sch.get_loops("O")
    io, im, ii = sch.split(i, [None, tiles, rows_O])
    jc, jo, ji = sch.split(j, [None, panels, columns_O])
    ko, ki = sch.split(k, [None, steps_O])
    sch.reorder(b, jc, io, jo, im, ko, ki, ii, ji)
    if packs_right:
        sch.compute_at(right, jc)
        sch.transform_layout(right, ("write", 0), lambda b0, k, n: (b0, n // columns_O, k, n % columns_O))
        *_, lanes = sch.get_loops(right)
        _, lanes = sch.split(lanes, [None, columns_O])
        sch.vectorize(lanes)
    if copies_left:
        if copy_P_O < 2:
            sch.compute_at(left, io)
        *_, lanes = sch.get_loops(left)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
        # Rows a power of two apart would fall on the same few sets of the cache.
        sch.storage_align(left, 0, 1, 32, 16)
    init = sch.decompose_reduction("O", ko)
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
        finish_O = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
        sch.reverse_compute_at(tail, im if finish_O == 1 else io)
        *_, lanes = sch.get_loops(tail)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
