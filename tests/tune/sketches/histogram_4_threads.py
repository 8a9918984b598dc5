def space(sch):
    """Written by the rules atomic-updates, elementwise."""
    # count: all threads update the result, or one.
    count_atomic = sch.sample_categorical([0, 1], [0.5, 0.5])
    if sch.get(count_atomic) == 1:
        count_parts = sch.sample_categorical([4, 16, 64], [0.4, 0.3, 0.3])
        k, = sch.get_loops("count")
        sch.atomic("count")
        part, _ = sch.split(k, [count_parts, None])
        sch.parallel(part)
    # start: element by element, in vectors.
    b, = sch.get_loops("start")
    start_lanes = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    _, start_lane = sch.split(b, [None, start_lanes])
    sch.vectorize(start_lane)
    sch.parallel(sch.get_loops("start")[0])
