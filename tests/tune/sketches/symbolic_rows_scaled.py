def space(sch):
    """Written by the rules inline, elementwise."""
    # Cheap to compute where it is read.
    sch.compute_inline("twice")
    # Y: element by element, in vectors.
    i, j = sch.get_loops("Y")
    lanes_Y = sch.sample_categorical([16, 32, 64], [0.176, 0.294, 0.529])
    _, lane_Y = sch.split(j, [None, lanes_Y])
    sch.vectorize(lane_Y)
    ahead_X = sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.2])
    if sch.get(ahead_X) > 0:
        sch.prefetch("X", i, ahead_X, [sch.get_loops("Y")[1]])
    sch.parallel(i)
    stream_Y = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(stream_Y) == 1:
        sch.annotate("Y", "pragma_stream_stores", 1)
