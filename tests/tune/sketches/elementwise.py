def space(sch):
    """Written by the rules inline, elementwise."""
    # Cheap to compute where it is read.
    sch.compute_inline("biased")
    sch.compute_inline("gate")
    # result: element by element, in vectors.
    i, j = sch.get_loops("result")
    result_lanes = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    _, result_lane = sch.split(j, [None, result_lanes])
    sch.vectorize(result_lane)
    X_ahead = sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.2])
    if sch.get(X_ahead) > 0:
        sch.prefetch("X", i, X_ahead, [sch.get_loops("result")[1]])
    sch.parallel(i)
    result_streams = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(result_streams) == 1:
        sch.annotate("result", "pragma_stream_stores", 1)
