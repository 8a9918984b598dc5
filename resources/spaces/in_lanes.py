def in_lanes(block, widths, row, axis=1, outside=1, moved=True):
    # Partial results in the lanes of vectors, first of widths[0] elements, then of those of
    # widths[1], which are joined one by one; all below the loop `row`, the innermost of the
    # `outside` outer loops.
    partials = []
    for width in widths:
        along = sch.get_loops(block)[-1]
        if width < sch.get(along).extent:
            _, lane = sch.split(along, [None, width])
            partials = [sch.rfactor(lane, axis)] + partials
    if moved:
        sch.compute_at(block, row)
    for partial in partials:
        sch.compute_at(partial, row)
        lane, *steps = sch.get_loops(partial)[outside:]
        sch.reorder(*steps, lane)
        start = sch.decompose_reduction(partial, steps[0])
        sch.vectorize(lane)
        sch.vectorize(sch.get_loops(start)[-1])
