def space(sch):
    """Written by the rules dot-tiles."""
    # C: 256 rows, 256 columns, sums of 256 products, 4 of them in one instruction.
    columns_C = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.04, 0.35, 0.06, 0.55]))
    rows_C = sch.get(sch.sample_categorical({16: [13, 12, 11, 10], 32: [13, 10, 8, 7], 48: [9, 8, 7, 6], 64: [6, 5, 4, 3]}[columns_C], {16: [0.29, 0.22, 0.22, 0.27], 32: [0.23, 0.22, 0.35, 0.20], 48: [0.23, 0.30, 0.24, 0.23], 64: [0.29, 0.22, 0.33, 0.16]}[columns_C]))
    tiles_C = sch.get(sch.sample_categorical([1, 2, 4, 8, 16, 32], [0.17, 0.17, 0.17, 0.17, 0.17, 0.17]))
    tiles = (256 + rows_C - 1) // rows_C
    groups = (tiles + tiles_C - 1) // tiles_C
    tiles = (tiles + groups - 1) // groups
    fill_rows = 256 % (tiles * rows_C) != 0
    fill_columns = 256 % columns_C != 0
    fill_left, fill_right = fill_rows, fill_columns
    if fill_left or fill_right:
        sch.pad_einsum("C", [tiles * rows_C, columns_C, 4])
    if fill_rows or fill_columns:
        tail = sch.get_consumers("C")[0]
    left = sch.cache_read("C", 0, "global")
    right = sch.cache_read("C", 1, "global")
    if fill_left:
        sch.compute_inline(sch.get_producers(left)[0])
    if fill_right:
        sch.compute_inline(sch.get_producers(right)[0])
    # The numbers of one instruction go side by side.
    row, column = sch.get_loops(right)
    terms, few = sch.split(row, [None, 4])
    panel, lane = sch.split(column, [None, columns_C])
    sch.reorder(panel, terms, lane, few)
    sch.unroll(few)
    sch.parallel(panel)
    sch.transform_layout(right, ("write", 0), lambda k, n: (n // columns_C, k // 4, n % columns_C // 16, n % 16 * 4 + k % 4))
    i, j, k = sch.get_loops("C")
    io, im, ii = sch.split(i, [None, tiles, rows_C])
    jo, jv, ji = sch.split(j, [None, columns_C // 16, 16])
    ko, ki = sch.split(k, [None, 4])
    sch.reorder(io, jo, im, ko, ii, jv, ji, ki)
    sch.parallel(io)
    sch.compute_at(left, io)
    # Rows a power of two apart would fall on the same few sets of the cache.
    sch.storage_align(left, 0, 0, 64, 32)
    init = sch.decompose_reduction("C", ko)
    *_, init_rows, init_vectors, lanes = sch.get_loops(init)
    sch.unroll(init_rows)
    sch.unroll(init_vectors)
    sch.vectorize(lanes)
    if fill_rows or fill_columns:
        sch.reverse_compute_at(tail, im)
    sch.tensorize(ji, "dot_16x4_vnni_signed")
    sch.unroll(ii)
    sch.unroll(jv)
