def space(sch):
    """Written by the rules register-tiles."""
    # conv: 64 rows, 3136 columns, sums of 576 products of W and padded.
    columns_conv = sch.get(sch.sample_categorical([16, 32, 48, 64], [0.03, 0.26, 0.30, 0.41]))
    rows_conv = sch.get(sch.sample_categorical({16: [14, 13, 11, 10], 32: [13, 11, 8, 5], 48: [8, 6, 5, 4], 64: [6, 5, 4, 3]}[columns_conv], {16: [0.13, 0.43, 0.32, 0.12], 32: [0.26, 0.19, 0.39, 0.17], 48: [0.36, 0.19, 0.22, 0.23], 64: [0.23, 0.26, 0.39, 0.12]}[columns_conv]))
    tiles_conv = sch.get(sch.sample_categorical([1, 2, 4, 8, 16], [0.17, 0.17, 0.17, 0.17, 0.33]))
    steps_conv = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.11, 0.14, 0.57, 0.17]))
    panels_conv = sch.get(sch.sample_categorical([0, 1, 2, 4, 8, 16], [0.14, 0.63, 0.09, 0.09, 0.03, 0.03]))
    tiles = (64 + rows_conv - 1) // rows_conv
    groups = (tiles + tiles_conv - 1) // tiles_conv
    tiles = (tiles + groups - 1) // groups
    all_panels = (3136 + columns_conv - 1) // columns_conv
    groups = panels_conv if panels_conv > 0 else all_panels
    groups = (all_panels + groups - 1) // groups
    panels = (all_panels + groups - 1) // groups
    # As a product of matrices: row vk, column vy * 56 + vx, term (vc * 3 + vr) * 3 + vs.
    tail = sch.reindex("conv", ("write", 0))
    left_source = sch.reindex("conv", ("read", 1))
    right_source = sch.reindex("conv", ("read", 0))
    sch.transform_layout("conv", ("read", 1), lambda vk, vc, vr, vs: (vk, (vc * 3 + vr) * 3 + vs))
    sch.transform_layout("conv", ("read", 0), lambda vy, vx, vc, vr, vs: ((vc * 3 + vr) * 3 + vs, vy * 56 + vx))
    sch.transform_layout("conv", ("write", 0), lambda vk, vy, vx: (vk, vy * 56 + vx))
    sch.transform_block_layout("conv", lambda vk, vy, vx, vc, vr, vs: (vk, vy * 56 + vx, (vc * 3 + vr) * 3 + vs))
    sch.transform_block_layout(tail, lambda vk, vy, vx: (vk, vy * 56 + vx))
    fill_rows = 64 % (tiles * rows_conv) != 0
    fill_columns = 3136 % (panels * columns_conv) != 0
    fill_terms = 576 % (steps_conv) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("conv", [tiles * rows_conv, panels * columns_conv, steps_conv])
    if fill_rows or fill_columns:
        sch.compute_inline(sch.get_consumers("conv")[0])
    copy_W_conv = sch.get(sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.20]))
    copies_left = copy_W_conv > 0 or fill_left
    if copies_left:
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
    _, lanes = sch.split(lanes, [None, 8])
    sch.vectorize(lanes)
    # Past the caches, which would read what is overwritten, and lose what they hold.
    if panels == all_panels:
        stream_padded_conv = sch.get(sch.sample_categorical([1, 0], [0.70, 0.30]))
        if stream_padded_conv == 1:
            sch.annotate(right, "pragma_stream_stores", 1)
    if copies_left:
        if copy_W_conv < 2:
            sch.compute_at(left, io)
        sch.compute_inline(left_source)
        *_, lanes = sch.get_loops(left)
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
        # Rows a power of two apart would fall on the same few sets of the cache.
        sch.storage_align(left, 0, 0, 32, 16)
    else:
        sch.compute_inline(left_source)
    inline_padded = sch.get(sch.sample_categorical([0, 1], [0.90, 0.10]))
    if inline_padded == 1:
        sch.compute_inline("padded")
    else:
        outermost, *_, lanes = sch.get_loops("padded")
        _, lanes = sch.split(lanes, [None, 16])
        sch.vectorize(lanes)
        sch.parallel(outermost)
    init = sch.decompose_reduction("conv", ko)
    if panels > 1:
        prefetch_padded_conv = sch.get(sch.sample_categorical([1, 0], [0.60, 0.40]))
        if prefetch_padded_conv == 1:
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
    finish_Y = sch.get(sch.sample_categorical([1, 0], [0.80, 0.20]))
    sch.reverse_compute_at(tail, im if finish_Y == 1 else io)
    *_, lanes = sch.get_loops(tail)
    _, lanes = sch.split(lanes, [None, 16])
    sch.vectorize(lanes)
