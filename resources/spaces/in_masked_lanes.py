def in_masked_lanes(block, widths, row, axis=1, outside=1, moved=True):
    # Partial results in the lanes of vectors, first of widths[0] elements, then of widths[1]. A
    # row may be shorter: each lane is initialised where its first element is.
    partials = []
    for width in widths[:1] if widths[0] == widths[1] else widths:
        _, lane = sch.split(sch.get_loops(block)[-1], [None, width])
        partials = [sch.rfactor(lane, axis)] + partials
    if moved:
        sch.compute_at(block, row)
    for partial in partials:
        sch.compute_at(partial, row)
        lane, *steps = sch.get_loops(partial)[outside:]
        sch.reorder(*steps, lane)
        sch.vectorize(lane)
