def space(sch):
    """Written by the rules elementwise, locations."""
    # B: element by element, in vectors.
    i, j = sch.get_loops("B")
    lanes_B = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
    _, lane_B = sch.split(j, [None, lanes_B])
    sch.vectorize(lane_B)
    ahead_across = sch.sample_categorical([0, 1, 2], [0.35, 0.45, 0.2])
    if sch.get(ahead_across) > 0:
        sch.prefetch("across", i, ahead_across, [sch.get_loops("B")[1]])
    sch.parallel(i)
    stream_B = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(stream_B) == 1:
        sch.annotate("B", "pragma_stream_stores", 1)
    # across: below a loop of what reads it, or where it is.
    place_across = sch.sample_compute_location("across")
    sch.compute_at("across", place_across, True)
    def exists(name):
        blocks = sch.get_child_blocks(sch.get_block("root"))
        return name in [sch.get(b).name_hint for b in blocks]
    if exists("across"):
        along_across = sch.get_loops("across")[-1]
        lanes_across = sch.sample_categorical([16, 32, 64, 128], [0.15, 0.25, 0.45, 0.15])
        _, lane_across = sch.split(along_across, [None, lanes_across])
        sch.vectorize(lane_across)
        pad_across = sch.sample_categorical([0, 1], [0.5, 0.5])
        if sch.get(pad_across) == 1:
            sch.storage_align("across", 0, 0, 32, 16)
