def space(sch):
    """Written by the rules inline, elementwise."""
    # Cheap to compute where it is read.
    sch.compute_inline("biased")
    sch.compute_inline("gate")
    # result: element by element, in vectors.
    i, j = sch.get_loops("result")
    lanes_result = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    _, lane_result = sch.split(j, [None, lanes_result])
    sch.vectorize(lane_result)
    ahead_X = sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.2])
    if sch.get(ahead_X) > 0:
        sch.prefetch("X", i, ahead_X, [sch.get_loops("result")[1]])
    sch.parallel(i)
    stream_result = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(stream_result) == 1:
        sch.annotate("result", "pragma_stream_stores", 1)
