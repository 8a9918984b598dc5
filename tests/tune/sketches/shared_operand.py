def space(sch):
    """Written by the rules register-tiles."""
    # Y: 64 rows, 72 columns, sums of 48 products of X and A.
    columns_Y = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.54, 0.16, 0.29, 0.01]))
    rows_Y = sch.get(sch.sample_categorical({16: [14, 13, 11, 10], 32: [13, 11, 8, 5], 48: [8, 6, 5, 4], 64: [6, 5, 4, 3]}[columns_Y], {16: [0.13, 0.43, 0.32, 0.12], 32: [0.29, 0.21, 0.31, 0.19], 48: [0.36, 0.19, 0.22, 0.23], 64: [0.26, 0.29, 0.31, 0.14]}[columns_Y]))
    tiles_Y = sch.get(sch.sample_categorical([1, 2, 4, 8, 16], [0.20, 0.20, 0.20, 0.20, 0.20]))
    steps_Y = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
    panels_Y = sch.get(sch.sample_categorical([0, 1, 2], [0.54, 0.23, 0.23]))
    tiles = (64 + rows_Y - 1) // rows_Y
    groups = (tiles + tiles_Y - 1) // tiles_Y
    tiles = (tiles + groups - 1) // groups
    all_panels = (72 + columns_Y - 1) // columns_Y
    groups = panels_Y if panels_Y > 0 else all_panels
    groups = (all_panels + groups - 1) // groups
    panels = (all_panels + groups - 1) // groups
    fill_rows = 64 % (tiles * rows_Y) != 0
    fill_columns = 72 % (panels * columns_Y) != 0
    fill_terms = 48 % (steps_Y) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("Y", [tiles * rows_Y, panels * columns_Y, steps_Y])
    if fill_rows or fill_columns:
        tail = sch.get_consumers("Y")[0]
    copy_X_Y = sch.get(sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.20]))
    copies_left = copy_X_Y > 0 or fill_left
    if copies_left:
        left = sch.cache_read("Y", 0, "global", ["Y"])
        if fill_left:
            sch.compute_inline(sch.get_producers(left)[0])
    pack_A_Y = sch.get(sch.sample_categorical([1, 0], [0.60, 0.40]))
    packs_right = pack_A_Y == 1 or fill_right
    if packs_right:
        right = sch.cache_read("Y", 1, "global")
        if fill_right:
            sch.compute_inline(sch.get_producers(right)[0])
    i, j, k = sch.get_loops("Y")
    io, im, ii = sch.split(i, [None, tiles, rows_Y])
    jc, jo, ji = sch.split(j, [None, panels, columns_Y])
    ko, ki = sch.split(k, [None, steps_Y])
    sch.reorder(jc, io, jo, im, ko, ki, ii, ji)
    if packs_right:
        sch.compute_at(right, jc)
        sch.transform_layout(right, ("write", 0), lambda k, n: (n // columns_Y, k, n % columns_Y))
        *_, lanes = sch.get_loops(right)
        _, lanes = sch.split(lanes, [None, columns_Y])
        sch.vectorize(lanes)
    if copies_left:
        if copy_X_Y < 2:
            sch.compute_at(left, io)
        *_, lanes = sch.get_loops(left)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
        # Rows a power of two apart would fall on the same few sets of the cache.
        sch.storage_align(left, 0, 0, 32, 16)
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
    if fill_rows or fill_columns:
        finish_Y = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
        sch.reverse_compute_at(tail, im if finish_Y == 1 else io)
        *_, lanes = sch.get_loops(tail)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
    # Z: 64 rows, 72 columns, sums of 48 products of X and B.
    columns_Z = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.54, 0.16, 0.29, 0.01]))
    rows_Z = sch.get(sch.sample_categorical({16: [14, 13, 11, 10], 32: [13, 11, 8, 5], 48: [8, 6, 5, 4], 64: [6, 5, 4, 3]}[columns_Z], {16: [0.13, 0.43, 0.32, 0.12], 32: [0.29, 0.21, 0.31, 0.19], 48: [0.36, 0.19, 0.22, 0.23], 64: [0.26, 0.29, 0.31, 0.14]}[columns_Z]))
    tiles_Z = sch.get(sch.sample_categorical([1, 2, 4, 8, 16], [0.20, 0.20, 0.20, 0.20, 0.20]))
    steps_Z = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
    panels_Z = sch.get(sch.sample_categorical([0, 1, 2], [0.54, 0.23, 0.23]))
    tiles = (64 + rows_Z - 1) // rows_Z
    groups = (tiles + tiles_Z - 1) // tiles_Z
    tiles = (tiles + groups - 1) // groups
    all_panels = (72 + columns_Z - 1) // columns_Z
    groups = panels_Z if panels_Z > 0 else all_panels
    groups = (all_panels + groups - 1) // groups
    panels = (all_panels + groups - 1) // groups
    fill_rows = 64 % (tiles * rows_Z) != 0
    fill_columns = 72 % (panels * columns_Z) != 0
    fill_terms = 48 % (steps_Z) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("Z", [tiles * rows_Z, panels * columns_Z, steps_Z])
    if fill_rows or fill_columns:
        tail = sch.get_consumers("Z")[0]
    copy_X_Z = sch.get(sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.20]))
    copies_left = copy_X_Z > 0 or fill_left
    if copies_left:
        left = sch.cache_read("Z", 0, "global", ["Z"])
        if fill_left:
            sch.compute_inline(sch.get_producers(left)[0])
    pack_B_Z = sch.get(sch.sample_categorical([1, 0], [0.60, 0.40]))
    packs_right = pack_B_Z == 1 or fill_right
    if packs_right:
        right = sch.cache_read("Z", 1, "global")
        if fill_right:
            sch.compute_inline(sch.get_producers(right)[0])
    i, j, k = sch.get_loops("Z")
    io, im, ii = sch.split(i, [None, tiles, rows_Z])
    jc, jo, ji = sch.split(j, [None, panels, columns_Z])
    ko, ki = sch.split(k, [None, steps_Z])
    sch.reorder(jc, io, jo, im, ko, ki, ii, ji)
    if packs_right:
        sch.compute_at(right, jc)
        sch.transform_layout(right, ("write", 0), lambda k, n: (n // columns_Z, k, n % columns_Z))
        *_, lanes = sch.get_loops(right)
        _, lanes = sch.split(lanes, [None, columns_Z])
        sch.vectorize(lanes)
    if copies_left:
        if copy_X_Z < 2:
            sch.compute_at(left, io)
        *_, lanes = sch.get_loops(left)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
        # Rows a power of two apart would fall on the same few sets of the cache.
        sch.storage_align(left, 0, 0, 32, 16)
    init = sch.decompose_reduction("Z", ko)
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
        finish_Z = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
        sch.reverse_compute_at(tail, im if finish_Z == 1 else io)
        *_, lanes = sch.get_loops(tail)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
