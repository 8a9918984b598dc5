def space(sch):
    """Written by the rules gpu-rows."""
    def one(loops):
        return sch.fuse(*loops) if len(loops) > 1 else loops[0]
    def by_rows(block, outer, together):
        # Blocks of threads for `together` rows each; the first `outer` loops go over rows.
        loops = sch.get_loops(block)
        row = one(loops[:outer]) if outer > 0 else sch.add_unit_loop(loops[0])
        grid, row = sch.split(row, [None, together])
        sch.bind(grid, "blockIdx.x")
        sch.bind(row, "threadIdx.y")
        return row
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
    # Row by row: S, by the threads of a block.
    threads_S = sch.get(sch.sample_categorical([32, 64, 128, 256, 512, 1024], [0.0833, 0.0833, 0.208, 0.333, 0.208, 0.0833]))
    parts_S = sch.get(sch.sample_categorical([1, 2], [0.6, 0.4]))
    if parts_S > 1:
        loop = one(sch.get_loops("S")[1:])
        part, _ = sch.split(loop, [parts_S, None])
        partial = sch.rfactor(part, 1)
        by_rows(partial, 2, 1)
        by_threads(partial, 2, threads_S, reduces=True)
        by_rows("S", 1, 1)
        by_threads("S", 2, 32, reduces=True)
    else:
        fits = [n for n in [1, 2, 4, 8, 16] if n == 1 or n * threads_S <= 1024]
        rows_S = sch.get(sch.sample_categorical(fits, [{1: 0.5, 2: 0.2, 4: 0.2, 8: 0.2, 16: 0.2}[n] for n in fits]))
        row = by_rows("S", 1, rows_S)
        by_threads("S", 2, threads_S, reduces=True)
