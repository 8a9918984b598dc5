def space(sch):
    """Written by the rules row-reductions."""
    # Y: partial results in the lanes of vectors, for several rows side by side.
    together_Y = sch.sample_categorical([2, 4, 8, 16], [0.15, 0.35, 0.35, 0.15])
    lanes_Y = sch.sample_categorical([16, 32, 64], [0.462, 0.308, 0.231])
    i, j = sch.get_loops("Y")
    group, _ = sch.split(i, [None, together_Y])
    _, lane = sch.split(j, [None, lanes_Y])
    partial = sch.rfactor(lane, 1)
    sch.compute_at(partial, group)
    lane, row, *steps = sch.get_loops(partial)[1:]
    sch.reorder(*steps, row, lane)
    start = sch.decompose_reduction(partial, (steps + [row])[0])
    sch.vectorize(lane)
    sch.vectorize(sch.get_loops(start)[-1])
    sch.unroll(row)
    sch.parallel(sch.get_loops("Y")[0])
