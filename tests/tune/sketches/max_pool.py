def space(sch):
    """Written by the rules column-reductions."""
    # largest: vectors of results.
    c, y, x, r, s = sch.get_loops("largest")
    lanes_largest = sch.sample_categorical([16, 32, 64], [0.176, 0.294, 0.529])
    columns_largest, lane_largest = sch.split(x, [None, lanes_largest])
    sch.reorder(c, y, columns_largest, r, s, lane_largest)
    start = sch.decompose_reduction("largest", r)
    sch.vectorize(lane_largest)
    sch.vectorize(sch.get_loops(start)[-1])
    sch.unroll(r)
    sch.unroll(s)
    sch.parallel(c)
