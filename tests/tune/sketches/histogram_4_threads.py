def space(sch):
    """Written by the rules atomic-updates, elementwise."""
    # count: all threads update the result, or one.
    atomic_count = sch.sample_categorical([0, 1], [0.5, 0.5])
    if sch.get(atomic_count) == 1:
        parts_count = sch.sample_categorical([4, 16, 64], [0.4, 0.3, 0.3])
        k, = sch.get_loops("count")
        sch.atomic("count")
        part, _ = sch.split(k, [parts_count, None])
        sch.parallel(part)
    # start: element by element, in vectors.
    b, = sch.get_loops("start")
    lanes_start = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    _, lane_start = sch.split(b, [None, lanes_start])
    sch.vectorize(lane_start)
    sch.parallel(sch.get_loops("start")[0])
