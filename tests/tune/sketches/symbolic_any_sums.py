def space(sch):
    """Written by the rules row-reductions."""
    # Y: partial results in the lanes of vectors, for several rows side by side.
    together_Y = sch.sample_categorical([2, 4, 8, 16], [0.15, 0.35, 0.35, 0.15])
    lanes_Y = sch.sample_categorical([16, 32, 64, 128], [0.39, 0.26, 0.195, 0.156])
    i, j = sch.get_loops("Y")
    group, _ = sch.split(i, [None, together_Y])
    _, lane = sch.split(j, [None, lanes_Y])
    partial = sch.rfactor(lane, 1)
    sch.compute_at(partial, group)
    lane, row, *steps = sch.get_loops(partial)[1:]
    sch.reorder(*steps, row, lane)
    sch.vectorize(lane)
    sch.unroll(row)
    sch.parallel(sch.get_loops("Y")[0])
