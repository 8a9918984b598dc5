#: use one
def over_threads(loops, threads, lanes=1):
    # The loops as one, divided among blocks of threads, each of which takes `lanes` elements.
    loop = one(loops)
    if lanes > 1:
        loop, lane = sch.split(loop, [None, lanes])
        sch.vectorize(lane)
    grid, thread = sch.split(loop, [None, threads])
    sch.bind(grid, "blockIdx.x")
    sch.bind(thread, "threadIdx.x")
