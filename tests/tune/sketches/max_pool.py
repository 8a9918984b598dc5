def space(sch):
    """Written by the rules column-reductions."""
    # largest: vectors of results.
    c, y, x, r, s = sch.get_loops("largest")
    largest_lanes = sch.sample_categorical([16, 32, 64], [0.176, 0.294, 0.529])
    largest_columns, largest_lane = sch.split(x, [None, largest_lanes])
    sch.reorder(c, y, largest_columns, r, s, largest_lane)
    start = sch.decompose_reduction("largest", r)
    sch.vectorize(largest_lane)
    sch.vectorize(sch.get_loops(start)[-1])
    sch.unroll(r)
    sch.unroll(s)
    sch.parallel(c)
