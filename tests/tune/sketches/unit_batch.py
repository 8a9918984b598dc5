def space(sch):
    """Written by the rules register-tiles."""
    # product: 30 rows, 80 columns, sums of 48 products of X and W.
    columns_product = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.67, 0.13, 0.19, 0.01]))
    rows_product = sch.get(sch.sample_categorical({16: [13, 12, 11, 10], 32: [10, 8, 6, 5], 48: [8, 6, 5, 4], 64: [6, 5, 4, 3]}[columns_product], {16: [0.02, 0.02, 0.12, 0.84], 32: [0.36, 0.11, 0.28, 0.25], 48: [0.16, 0.39, 0.35, 0.10], 64: [0.37, 0.33, 0.09, 0.20]}[columns_product]))
    tiles_product = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.25, 0.25, 0.25, 0.25]))
    steps_product = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
    panels_product = sch.get(sch.sample_categorical([0, 1, 2], [0.16, 0.74, 0.11]))
    tiles = (30 + rows_product - 1) // rows_product
    groups = (tiles + tiles_product - 1) // tiles_product
    tiles = (tiles + groups - 1) // groups
    all_panels = (80 + columns_product - 1) // columns_product
    groups = panels_product if panels_product > 0 else all_panels
    groups = (all_panels + groups - 1) // groups
    panels = (all_panels + groups - 1) // groups
    # As a product of matrices: row vi, column vj, term vk.
    tail = sch.reindex("product", ("write", 0))
    left_source = sch.reindex("product", ("read", 0))
    right_source = sch.reindex("product", ("read", 1))
    sch.transform_layout("product", ("read", 0), lambda vi, vk: (vi, vk))
    sch.transform_layout("product", ("read", 1), lambda vj, vk: (vk, vj))
    sch.transform_layout("product", ("write", 0), lambda vn, vi, vj: (vi, vj))
    sch.transform_block_layout("product", lambda vn, vi, vj, vk: (vi, vj, vk))
    sch.compute_inline(tail)
    tail = sch.get_block("bias")
    sch.transform_block_layout(tail, lambda vn, vi, vj: (vi, vj))
    fill_rows = 30 % (tiles * rows_product) != 0
    fill_columns = 80 % (panels * columns_product) != 0
    fill_terms = 48 % (steps_product) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("product", [tiles * rows_product, panels * columns_product, steps_product])
    if fill_rows or fill_columns:
        sch.compute_inline(sch.get_consumers("product")[0])
    copy_X_product = sch.get(sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.20]))
    copies_left = copy_X_product > 0 or fill_left
    if copies_left:
        left = sch.cache_read("product", 0, "global")
        if fill_left:
            sch.compute_inline(sch.get_producers(left)[0])
    # W is packed once, before the calls.
    right = sch.cache_read("product", 1, "global")
    if fill_right:
        sch.compute_inline(sch.get_producers(right)[0])
    i, j, k = sch.get_loops("product")
    io, im, ii = sch.split(i, [None, tiles, rows_product])
    jc, jo, ji = sch.split(j, [None, panels, columns_product])
    ko, ki = sch.split(k, [None, steps_product])
    sch.reorder(jc, io, jo, im, ko, ki, ii, ji)
    sch.transform_layout(right, ("write", 0), lambda k, n: (n // columns_product, k, n % columns_product))
    sch.compute_inline(right_source)
    sch.annotate(right, "meta_schedule.layout_rewrite_preproc", True)
    if copies_left:
        if copy_X_product < 2:
            sch.compute_at(left, io)
        sch.compute_inline(left_source)
        *_, lanes = sch.get_loops(left)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
        # Rows a power of two apart would fall on the same few sets of the cache.
        sch.storage_align(left, 0, 0, 32, 16)
    else:
        sch.compute_inline(left_source)
    init = sch.decompose_reduction("product", ko)
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
    *_, lanes = sch.get_loops(tail)
    _, lanes = sch.split(lanes, [None, 16])
    sch.vectorize(lanes)
