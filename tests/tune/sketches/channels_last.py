def space(sch):
    """Written by the rules transposes."""
    # Y: tiles of whole lines of the cache, each turned in a small buffer.
    rows_Y = sch.sample_categorical([8, 16, 32], [0.1, 0.55, 0.35])
    columns_Y = sch.sample_categorical([8, 16, 32], [0.1, 0.55, 0.35])
    tiles_Y = sch.sample_categorical([1, 4], [0.4, 0.6])
    n, y, x, c = sch.get_loops("Y")
    outer, tile, row = sch.split(x, [None, tiles_Y, rows_Y])
    along, lane = sch.split(c, [None, columns_Y])
    sch.reorder(n, y, outer, along, tile, row, lane)
    square = sch.cache_read("Y", 0, "local")
    sch.compute_at(square, tile)
    *_, square_row, square_column = sch.get_loops(square)
    sch.vectorize(square_column)
    sch.unroll(square_row)
    sch.vectorize(lane)
    sch.unroll(row)
    ahead_X = sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.2])
    if sch.get(ahead_X) > 0:
        sch.prefetch("X", along, ahead_X, [tile])
    sch.parallel(n)
    stream_Y = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(stream_Y) == 1:
        sch.annotate("Y", "pragma_stream_stores", 1)
