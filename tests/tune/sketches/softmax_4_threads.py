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
    # Row by row: largest, powers, total, share, while the row is in the nearest cache.
    i, j = sch.get_loops("share")
    share_lanes = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    _, share_lane = sch.split(j, [None, share_lanes])
    sch.vectorize(share_lane)
    total_lanes = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    in_lanes("total", [sch.get(total_lanes), 16], i)
    powers_kept = sch.sample_categorical([0, 1], [0.15, 0.85])
    if sch.get(powers_kept) == 1:
        sch.compute_at("powers", i)
        j_2 = sch.get_loops("powers")[-1]
        powers_lanes = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
        _, powers_lane = sch.split(j_2, [None, powers_lanes])
        sch.vectorize(powers_lane)
    else:
        sch.compute_inline("powers")
    largest_lanes = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    in_lanes("largest", [sch.get(largest_lanes), 16], i)
    X_ahead = sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.2])
    if sch.get(X_ahead) > 0:
        sch.prefetch("X", i, X_ahead, [sch.get_loops("share")[1]])
    sch.parallel(i)
    share_streams = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(share_streams) == 1:
        sch.annotate("share", "pragma_stream_stores", 1)
