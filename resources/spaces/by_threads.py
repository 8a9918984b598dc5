#: use one
def by_threads(block, depth, threads, lanes=1, reduces=False):
    # The loops below the first `depth` ones as one, divided among the threads of a block. If it
    # reduces, each thread reduces a part.
    own = sch.get_loops(block)[depth:]
    loop = one(own) if len(own) > 0 else sch.add_unit_loop(block)
    if lanes > 1:
        loop, lane = sch.split(loop, [None, lanes])
        sch.vectorize(lane)
    steps, thread = sch.split(loop, [None, threads])
    if reduces:
        sch.reorder(thread, steps)
    sch.bind(thread, "threadIdx.x")
