#: use one
def fetch(copy, depth, tall, wide, lanes):
    # All threads of a block copy together, `lanes` elements at a time.
    own = sch.get_loops(copy)[depth:]
    loop = one(own) if len(own) > 0 else sch.add_unit_loop(copy)
    if lanes > 1:
        loop, lane = sch.split(loop, [None, lanes])
        sch.vectorize(lane)
    loop, thread = sch.split(loop, [None, wide])
    sch.bind(thread, "threadIdx.x")
    if tall > 1:
        _, thread = sch.split(loop, [None, tall])
        sch.bind(thread, "threadIdx.y")
