def space(sch):
    """Written by the rules full-reductions, elementwise."""
    # total: partial results in the lanes of vectors, from several places of memory at a time.
    together_total = sch.sample_categorical([2, 4, 8], [0.2, 0.4, 0.4])
    lanes_total = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    i, j = sch.get_loops("total")
    _, lane = sch.split(j, [None, lanes_total])
    partial = sch.rfactor(lane, 1)
    *steps, lane = sch.get_loops(partial)
    along, place = sch.split(steps[0], [None, together_total])
    sch.reorder(along, *steps[1:], place, lane)
    start = sch.decompose_reduction(partial, along)
    sch.vectorize(lane)
    sch.vectorize(sch.get_loops(start)[-1])
    sch.unroll(place)
    # mean: element by element, in vectors.
    u, = sch.get_loops("mean")
    sch.vectorize(u)
