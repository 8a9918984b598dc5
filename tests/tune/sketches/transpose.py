def space(sch):
    """Written by the rules transposes."""
    # B: tiles of whole lines of the cache, each turned in a small buffer.
    rows_B = sch.sample_categorical([8, 16, 32], [0.1, 0.55, 0.35])
    columns_B = sch.sample_categorical([8, 16, 32], [0.1, 0.55, 0.35])
    tiles_B = sch.sample_categorical([1, 4, 16], [0.2, 0.3, 0.5])
    i, j = sch.get_loops("B")
    outer, tile, row = sch.split(i, [None, tiles_B, rows_B])
    along, lane = sch.split(j, [None, columns_B])
    sch.reorder(outer, along, tile, row, lane)
    square = sch.cache_read("B", 0, "local")
    sch.compute_at(square, tile)
    *_, square_row, square_column = sch.get_loops(square)
    sch.vectorize(square_column)
    sch.unroll(square_row)
    sch.vectorize(lane)
    sch.unroll(row)
    ahead_A = sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.2])
    if sch.get(ahead_A) > 0:
        sch.prefetch("A", along, ahead_A, [tile])
    sch.parallel(outer)
    stream_B = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(stream_B) == 1:
        sch.annotate("B", "pragma_stream_stores", 1)
