def space(sch):
    """Written by the rules row-chains."""
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
    # Row by row: total, mean, spread, result, while the row is in the nearest cache.
    i, j = sch.get_loops("result")
    lanes_result = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    _, lane_result = sch.split(j, [None, lanes_result])
    sch.vectorize(lane_result)
    lanes_spread = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    in_lanes("spread", [sch.get(lanes_spread), 16], i)
    sch.compute_at("mean", i)
    lanes_total = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    in_lanes("total", [sch.get(lanes_total), 16], i)
    ahead_X = sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.2])
    if sch.get(ahead_X) > 0:
        sch.prefetch("X", i, ahead_X, [sch.get_loops("result")[1]])
    sch.parallel(i)
    stream_result = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(stream_result) == 1:
        sch.annotate("result", "pragma_stream_stores", 1)
