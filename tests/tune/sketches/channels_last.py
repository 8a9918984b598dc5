def space(sch):
    """Written by the rules transposes."""
    # Y: tiles of whole lines of the cache, each turned in a small buffer.
    Y_rows = sch.sample_categorical([8, 16, 32], [0.1, 0.65, 0.25])
    Y_columns = sch.sample_categorical([8, 16, 32], [0.1, 0.65, 0.25])
    Y_tiles = sch.sample_categorical([1, 4], [0.4, 0.6])
    n, y, x, c = sch.get_loops("Y")
    outer, tile, row = sch.split(x, [None, Y_tiles, Y_rows])
    along, lane = sch.split(c, [None, Y_columns])
    sch.reorder(n, y, outer, along, tile, row, lane)
    square = sch.cache_read("Y", 0, "local")
    sch.compute_at(square, tile)
    *_, square_row, square_column = sch.get_loops(square)
    sch.vectorize(square_column)
    sch.unroll(square_row)
    sch.vectorize(lane)
    sch.unroll(row)
    X_ahead = sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.2])
    if sch.get(X_ahead) > 0:
        sch.prefetch("X", along, X_ahead, [tile])
    sch.parallel(n)
    Y_streams = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(Y_streams) == 1:
        sch.annotate("Y", "pragma_stream_stores", 1)
