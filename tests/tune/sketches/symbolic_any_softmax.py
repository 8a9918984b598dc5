def space(sch):
    """Written by the rules row-chains."""
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
    # Row by row: largest, powers, total, share, while the row is in the nearest cache.
    i, j = sch.get_loops("share")
    lanes_share = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    _, lane_share = sch.split(j, [None, lanes_share])
    sch.vectorize(lane_share)
    lanes_total = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    in_masked_lanes("total", [sch.get(lanes_total), 16], i)
    keep_powers = sch.sample_categorical([0, 1], [0.15, 0.85])
    if sch.get(keep_powers) == 1:
        sch.compute_at("powers", i)
        j_2 = sch.get_loops("powers")[-1]
        lanes_powers = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
        _, lane_powers = sch.split(j_2, [None, lanes_powers])
        sch.vectorize(lane_powers)
    else:
        sch.compute_inline("powers")
    lanes_largest = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    in_masked_lanes("largest", [sch.get(lanes_largest), 16], i)
    sch.parallel(i)
    stream_share = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(stream_share) == 1:
        sch.annotate("share", "pragma_stream_stores", 1)
