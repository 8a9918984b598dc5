"""Reductions."""


def blocked_reduction(sch, loop, lanes=16):
    """Compute the partial results of a reduction in the lanes of a vector, and combine them at the end.

    Changes the order in which values are combined, as every division of a reduction does.

    loop: a reduction loop
    lanes: number of partial results, at most the iterations of the loop
    """
    extent = sch.get(loop).extent
    assert lanes <= extent, "the loop has " + str(extent) + " iterations, fewer than " + str(lanes) + " lanes"
    outer, inner = sch.split(loop, factors=[None, lanes])
    partial = sch.rfactor(inner, 0)
    loops = sch.get_loops(partial)
    start = sch.decompose_reduction(partial, loops[-2])
    sch.vectorize(loops[-1])
    sch.vectorize(sch.get_loops(start)[-1])
    return partial
