def space(sch):
    """Written by the rules register-tiles."""
    # H: 256 rows, 1024 columns, sums of 512 products of X and W1.
    columns_H = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.03, 0.29, 0.23, 0.45]))
    rows_H = sch.get(sch.sample_categorical({16: [13, 12, 11, 10], 32: [13, 10, 8, 7], 48: [9, 8, 7, 6], 64: [6, 5, 4, 3]}[columns_H], {16: [0.29, 0.22, 0.22, 0.27], 32: [0.23, 0.22, 0.35, 0.20], 48: [0.23, 0.30, 0.24, 0.23], 64: [0.29, 0.22, 0.33, 0.16]}[columns_H]))
    tiles_H = sch.get(sch.sample_categorical([1, 2, 4, 8, 16, 32], [0.12, 0.12, 0.12, 0.12, 0.25, 0.25]))
    steps_H = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
    panels_H = sch.get(sch.sample_categorical([0, 1, 2, 4, 8, 16], [0.58, 0.08, 0.08, 0.08, 0.08, 0.08]))
    tiles = (256 + rows_H - 1) // rows_H
    groups = (tiles + tiles_H - 1) // tiles_H
    tiles = (tiles + groups - 1) // groups
    all_panels = (1024 + columns_H - 1) // columns_H
    groups = panels_H if panels_H > 0 else all_panels
    groups = (all_panels + groups - 1) // groups
    panels = (all_panels + groups - 1) // groups
    sch.compute_inline("B")
    tail = sch.get_block("R")
    fill_rows = 256 % (tiles * rows_H) != 0
    fill_columns = 1024 % (panels * columns_H) != 0
    fill_terms = 512 % (steps_H) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("H", [tiles * rows_H, panels * columns_H, steps_H])
    if fill_rows or fill_columns:
        sch.compute_inline(sch.get_consumers("H")[0])
    copy_X_H = sch.get(sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.20]))
    copies_left = copy_X_H > 0 or fill_left
    if copies_left:
        left = sch.cache_read("H", 0, "global")
        if fill_left:
            sch.compute_inline(sch.get_producers(left)[0])
    right = sch.cache_read("H", 1, "global")
    if fill_right:
        sch.compute_inline(sch.get_producers(right)[0])
    i, j, k = sch.get_loops("H")
    io, im, ii = sch.split(i, [None, tiles, rows_H])
    jc, jo, ji = sch.split(j, [None, panels, columns_H])
    ko, ki = sch.split(k, [None, steps_H])
    sch.reorder(jc, io, jo, im, ko, ki, ii, ji)
    sch.compute_at(right, jc)
    # Squares of 16 x 16 are turned in registers.
    if not fill_right and columns_H % 16 == 0:
        *_, line, element = sch.get_loops(right)
        lines, line = sch.split(line, [None, 16])
        elements, element = sch.split(element, [None, 16])
        sch.reorder(lines, elements, element, line)
        sch.unroll(element)
        sch.vectorize(line)
    sch.transform_layout(right, ("write", 0), lambda n, k: (n // columns_H, k, n % columns_H))
    if copies_left:
        if copy_X_H < 2:
            sch.compute_at(left, io)
        *_, lanes = sch.get_loops(left)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
        # Rows a power of two apart would fall on the same few sets of the cache.
        sch.storage_align(left, 0, 0, 32, 16)
    init = sch.decompose_reduction("H", ko)
    if panels > 1:
        prefetch_W1_H = sch.get(sch.sample_categorical([1, 0], [0.60, 0.40]))
        if prefetch_W1_H == 1:
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
    finish_R = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
    sch.reverse_compute_at(tail, im if finish_R == 1 else io)
    *_, lanes = sch.get_loops(tail)
    _, lanes = sch.split(lanes, [None, 16])
    sch.vectorize(lanes)
    # Z: 256 rows, 512 columns, sums of 1024 products of R and W2.
    columns_Z = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.03, 0.29, 0.23, 0.45]))
    rows_Z = sch.get(sch.sample_categorical({16: [13, 12, 11, 10], 32: [13, 10, 8, 7], 48: [9, 8, 7, 6], 64: [6, 5, 4, 3]}[columns_Z], {16: [0.29, 0.22, 0.22, 0.27], 32: [0.23, 0.22, 0.35, 0.20], 48: [0.23, 0.30, 0.24, 0.23], 64: [0.29, 0.22, 0.33, 0.16]}[columns_Z]))
    tiles_Z = sch.get(sch.sample_categorical([1, 2, 4, 8, 16, 32], [0.11, 0.11, 0.11, 0.22, 0.22, 0.22]))
    steps_Z = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
    parts_Z = sch.get(sch.sample_categorical([1, 2], [0.95, 0.05]))
    panels_Z = sch.get(sch.sample_categorical([0, 1, 2, 4, 8], [0.64, 0.09, 0.09, 0.09, 0.09]))
    tiles = (256 + rows_Z - 1) // rows_Z
    groups = (tiles + tiles_Z - 1) // tiles_Z
    tiles = (tiles + groups - 1) // groups
    all_panels = (512 + columns_Z - 1) // columns_Z
    groups = panels_Z if panels_Z > 0 else all_panels
    groups = (all_panels + groups - 1) // groups
    panels = (all_panels + groups - 1) // groups
    tail = sch.get_block("Y")
    fill_rows = 256 % (tiles * rows_Z) != 0
    fill_columns = 512 % (panels * columns_Z) != 0
    fill_terms = 1024 % (steps_Z * parts_Z) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("Z", [tiles * rows_Z, panels * columns_Z, steps_Z * parts_Z])
    if fill_rows or fill_columns:
        sch.compute_inline(sch.get_consumers("Z")[0])
    copy_R_Z = sch.get(sch.sample_categorical([0, 1, 2], [0.55, 0.31, 0.14]))
    copies_left = copy_R_Z > 0 or fill_left
    if copies_left:
        left = sch.cache_read("Z", 0, "global")
        if fill_left:
            sch.compute_inline(sch.get_producers(left)[0])
    right = sch.cache_read("Z", 1, "global")
    if fill_right:
        sch.compute_inline(sch.get_producers(right)[0])
    i, j, k = sch.get_loops("Z")
    io, im, ii = sch.split(i, [None, tiles, rows_Z])
    jc, jo, ji = sch.split(j, [None, panels, columns_Z])
    ko, ki = sch.split(k, [None, steps_Z])
    first, outer = ko, []
    if parts_Z > 1:
        first, ko = sch.split(ko, [parts_Z, None])
        outer = [first]
    sch.reorder(jc, *outer, io, jo, im, ko, ki, ii, ji)
    sch.compute_at(right, jc)
    # Squares of 16 x 16 are turned in registers.
    if not fill_right and columns_Z % 16 == 0:
        *_, line, element = sch.get_loops(right)
        lines, line = sch.split(line, [None, 16])
        elements, element = sch.split(element, [None, 16])
        sch.reorder(lines, elements, element, line)
        sch.unroll(element)
        sch.vectorize(line)
    sch.transform_layout(right, ("write", 0), lambda n, k: (n // columns_Z, k, n % columns_Z))
    if copies_left:
        if copy_R_Z < 2:
            sch.compute_at(left, io)
        # Rows a power of two apart would fall on the same few sets of the cache.
        sch.storage_align(left, 0, 0, 32, 16)
    else:
        sch.storage_align("R", 0, 0, 32, 16)
    init = sch.decompose_reduction("Z", first)
    if panels > 1:
        prefetch_W2_Z = sch.get(sch.sample_categorical([1, 0], [0.60, 0.40]))
        if prefetch_W2_Z == 1:
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
    if parts_Z > 1:
        sch.reverse_compute_at(tail, jc)
    else:
        finish_Y = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
        sch.reverse_compute_at(tail, im if finish_Y == 1 else io)
    *_, lanes = sch.get_loops(tail)
    _, lanes = sch.split(lanes, [None, 16])
    sch.vectorize(lanes)
