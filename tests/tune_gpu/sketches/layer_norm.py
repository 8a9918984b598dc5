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
    # Row by row: S, Q, Y, by the threads of a block.
    threads_Y = sch.get(sch.sample_categorical([32, 64, 128, 256], [0.25, 0.4, 0.25, 0.1]))
    fits = [n for n in [1, 2, 4, 8, 16] if n == 1 or n * threads_Y <= 1024]
    rows_Y = sch.get(sch.sample_categorical(fits, [{1: 0.5, 2: 0.2, 4: 0.2, 8: 0.2, 16: 0.2}[n] for n in fits]))
    row = by_rows("Y", 1, rows_Y)
    lanes_Y = sch.get(sch.sample_categorical([1, 2, 4], [0.286, 0.286, 0.429]))
    by_threads("Y", 2, threads_Y, lanes_Y)
    sch.compute_at("Q", row)
    sch.set_scope("Q", 0, "shared")
    by_threads("Q", 2, threads_Y, reduces=True)
    sch.compute_at("S", row)
    sch.set_scope("S", 0, "shared")
    by_threads("S", 2, threads_Y, reduces=True)
