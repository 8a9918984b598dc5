def space(sch):
    """Written by the rules gpu-columns."""
    def one(loops):
        return sch.fuse(*loops) if len(loops) > 1 else loops[0]
    def by_columns(outer, column, reduced, tall, wide):
        # Blocks of tall x wide threads: a row of threads for neighbouring columns, a column of them
        # for a sum.
        columns, column = sch.split(column, [None, wide])
        loop = reduced
        if tall > 1:
            loop, thread = sch.split(reduced, [None, tall])
            sch.reorder(*outer, columns, column, thread, loop)
            sch.bind(thread, "threadIdx.y")
        else:
            sch.reorder(*outer, columns, column, loop)
        sch.bind(one(outer + [columns]), "blockIdx.x")
        sch.bind(column, "threadIdx.x")
    # S: neighbouring columns by rows of threads, each sum by a column of them.
    wide_S = sch.get(sch.sample_categorical([16, 32, 64], [0.25, 0.5, 0.25]))
    fits = [n for n in [1, 2, 4, 8, 16, 32] if n == 1 or n * wide_S <= 1024]
    tall_S = sch.get(sch.sample_categorical(fits, [{1: 0.15, 2: 0.15, 4: 0.15, 8: 0.3, 16: 0.3, 32: 0.15}[n] for n in fits]))
    parts_S = sch.get(sch.sample_categorical([1, 2], [0.667, 0.333]))
    n, j, k = sch.get_loops("S")
    loop = one([k])
    def over_threads(loops, threads, lanes=1):
        # The loops as one, divided among blocks of threads, each of which takes `lanes` elements.
        loop = one(loops)
        if lanes > 1:
            loop, lane = sch.split(loop, [None, lanes])
            sch.vectorize(lane)
        grid, thread = sch.split(loop, [None, threads])
        sch.bind(grid, "blockIdx.x")
        sch.bind(thread, "threadIdx.x")
    if parts_S > 1:
        part, _ = sch.split(loop, [parts_S, None])
        partial = sch.rfactor(part, 0)
        *own, column, part, loop = sch.get_loops(partial)
        by_columns(own + [part], column, loop, tall_S, wide_S)
        over_threads(sch.get_loops("S")[:-1], 128)
    else:
        by_columns([n], j, loop, tall_S, wide_S)
