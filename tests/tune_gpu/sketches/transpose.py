def space(sch):
    """Written by the rules gpu-transposes."""
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
    # B: tiles that are turned in shared memory.
    tile_B = sch.get(sch.sample_categorical([8, 16, 32, 64], [0.182, 0.182, 0.455, 0.182]))
    fits = [n for n in [2, 4, 8, 16] if n == 2 or n <= tile_B and n * tile_B <= 1024]
    tall_B = sch.get(sch.sample_categorical(fits, [{2: 0.1, 4: 0.25, 8: 0.4, 16: 0.25}[n] for n in fits]))
    spread_B = sch.get(sch.sample_categorical([0, 1], [0.2, 0.8]))
    i, j = sch.get_loops("B")
    outer, along, row = sch.split(i, [None, tile_B // tall_B, tall_B])
    columns, column = sch.split(j, [None, tile_B])
    sch.reorder(outer, columns, along, row, column)
    grid = one([outer, columns])
    sch.bind(grid, "blockIdx.x")
    sch.bind(row, "threadIdx.y")
    sch.bind(column, "threadIdx.x")
    square = sch.cache_read("B", 0, "shared")
    sch.compute_at(square, grid)
    fetch(square, 1, tall_B, tile_B, 1)
    if spread_B == 1:
        sch.storage_align(square, 0, 0, 32, 1)
