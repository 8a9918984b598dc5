def space(sch):
    """Written by the rules gpu-windows."""
    def one(loops):
        return sch.fuse(*loops) if len(loops) > 1 else loops[0]
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
    # C: tiles by blocks of threads; what they read is copied to shared memory, or not.
    wide_C = sch.get(sch.sample_categorical([16, 32, 64, 128, 256], [0.0909, 0.0909, 0.0909, 0.364, 0.364]))
    staged_C = sch.get(sch.sample_categorical([0, 1], [0.4, 0.6]))
    i, = sch.get_loops("C")
    columns, column = sch.split(i, [None, wide_C])
    sch.reorder(columns, column)
    grid = one([columns])
    sch.bind(grid, "blockIdx.x")
    sch.bind(column, "threadIdx.x")
    if staged_C == 1:
        copy = sch.cache_read("C", 0, "shared")
        sch.compute_at(copy, grid)
        fetch(copy, 1, 1, wide_C, 1)
