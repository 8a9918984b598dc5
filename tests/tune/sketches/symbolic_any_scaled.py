def space(sch):
    """Written by the rules elementwise."""
    # Y: element by element, in vectors.
    i, j = sch.get_loops("Y")
    lanes_Y = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    _, lane_Y = sch.split(j, [None, lanes_Y])
    sch.vectorize(lane_Y)
    sch.parallel(i)
    stream_Y = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(stream_Y) == 1:
        sch.annotate("Y", "pragma_stream_stores", 1)
