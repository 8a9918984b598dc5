def space(sch):
    """Written by the rules transposes."""
    # B: tiles of whole lines of the cache, each turned in a small buffer.
    B_rows = sch.sample_categorical([8, 16, 32], [0.1, 0.65, 0.25])
    B_columns = sch.sample_categorical([8, 16, 32], [0.1, 0.65, 0.25])
    B_tiles = sch.sample_categorical([1, 4, 16], [0.2, 0.3, 0.5])
    i, j = sch.get_loops("B")
    outer, tile, row = sch.split(i, [None, B_tiles, B_rows])
    along, lane = sch.split(j, [None, B_columns])
    sch.reorder(outer, along, tile, row, lane)
    square = sch.cache_read("B", 0, "local")
    sch.compute_at(square, tile)
    *_, square_row, square_column = sch.get_loops(square)
    sch.vectorize(square_column)
    sch.unroll(square_row)
    sch.vectorize(lane)
    sch.unroll(row)
    A_ahead = sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.2])
    if sch.get(A_ahead) > 0:
        sch.prefetch("A", along, A_ahead, [tile])
    sch.parallel(outer)
    B_streams = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(B_streams) == 1:
        sch.annotate("B", "pragma_stream_stores", 1)
