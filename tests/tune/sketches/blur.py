def space(sch):
    """Written by the rules elementwise, locations."""
    # B: element by element, in vectors.
    i, j = sch.get_loops("B")
    B_lanes = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    _, B_lane = sch.split(j, [None, B_lanes])
    sch.vectorize(B_lane)
    across_ahead = sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.2])
    if sch.get(across_ahead) > 0:
        sch.prefetch("across", i, across_ahead, [sch.get_loops("B")[1]])
    sch.parallel(i)
    B_streams = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(B_streams) == 1:
        sch.annotate("B", "pragma_stream_stores", 1)
    # across: below a loop of what reads it, or where it is.
    across_place = sch.sample_compute_location("across")
    sch.compute_at("across", across_place, True)
    def exists(name):
        blocks = sch.get_child_blocks(sch.get_block("root"))
        return name in [sch.get(b).name_hint for b in blocks]
    if exists("across"):
        across_along = sch.get_loops("across")[-1]
        across_lanes = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
        _, across_lane = sch.split(across_along, [None, across_lanes])
        sch.vectorize(across_lane)
        across_padded = sch.sample_categorical([0, 1], [0.5, 0.5])
        if sch.get(across_padded) == 1:
            sch.storage_align("across", 0, 0, 32, 16)
