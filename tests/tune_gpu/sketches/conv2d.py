def space(sch):
    """Written by the rules gpu-tiles."""
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
    # Y: 16 rows, 512 columns, sums of 72 products of W and P.
    threads_Y = sch.get(sch.sample_categorical([32, 64, 128, 256, 512], [0.05, 0.3, 0.3, 0.3, 0.05]))
    fits = [n for n in [4, 8, 16, 32, 64] if n == 4 or n <= threads_Y and threads_Y // n <= 16]
    wide_Y = sch.get(sch.sample_categorical(fits, [{4: 0.03, 8: 0.35, 16: 0.35, 32: 0.15, 64: 0.15}[n] for n in fits]))
    tall_Y = threads_Y // wide_Y
    fits = [n for n in [1, 2, 4, 8] if n == 1 or tall_Y * n < 32]
    rows_Y = sch.get(sch.sample_categorical(fits, [{1: 0.1, 2: 0.2, 4: 0.4, 8: 0.3}[n] * (1 if 16 % (tall_Y * n) == 0 else 0.1) for n in fits]))
    fits = [n for n in [1, 2, 4, 8] if n == 1 or wide_Y * n < 1024 and rows_Y * n <= 64]
    columns_Y = sch.get(sch.sample_categorical(fits, [{1: 0.1, 2: 0.2, 4: 0.4, 8: 0.3}[n] * (1 if 512 % (wide_Y * n) == 0 else 0.1) for n in fits]))
    fits = [n for n in [1, 2] if n == 1 or n <= rows_Y and n <= columns_Y]
    apart_Y = sch.get(sch.sample_categorical(fits, [{1: 0.5, 2: 0.5}[n] for n in fits]))
    fits = [n for n in [4, 6, 8, 9, 12, 24] if n == 4 or (tall_Y * rows_Y + wide_Y * columns_Y + 8) * (n + 4) <= 12288]
    steps_Y = sch.get(sch.sample_categorical(fits, [{4: 0.15, 6: 0.15, 8: 0.35, 9: 0.15, 12: 0.15, 24: 0.15}[n] for n in fits]))
    fits = [n for n in [1, 2, 3] if n == 1 or n * (tall_Y * rows_Y + wide_Y * columns_Y + 8) * (steps_Y + 4) <= 12288 and n * steps_Y <= 72]
    stages_Y = sch.get(sch.sample_categorical(fits, [{1: 0.5, 2: 0.25, 3: 0.25}[n] for n in fits]))
    inline_P = sch.get(sch.sample_categorical([0, 1], [0.40, 0.60]))
    def over_threads(loops, threads, lanes=1):
        # The loops as one, divided among blocks of threads, each of which takes `lanes` elements.
        loop = one(loops)
        if lanes > 1:
            loop, lane = sch.split(loop, [None, lanes])
            sch.vectorize(lane)
        grid, thread = sch.split(loop, [None, threads])
        sch.bind(grid, "blockIdx.x")
        sch.bind(thread, "threadIdx.x")
    if inline_P == 0:
        threads_P = sch.get(sch.sample_categorical([32, 64, 128, 256, 512, 1024], [0.0833, 0.0833, 0.208, 0.333, 0.208, 0.0833]))
        over_threads(sch.get_loops("P"), threads_P)
    # As a product of matrices: row vf, column (vn * 16 + vh) * 16 + vw, term (vc * 3 + vr) * 3 +
    # vs.
    tail = sch.reindex("Y", ("write", 0))
    left_source = sch.reindex("Y", ("read", 1))
    right_source = sch.reindex("Y", ("read", 0))
    sch.transform_layout("Y", ("read", 1), lambda vf, vc, vr, vs: (vf, (vc * 3 + vr) * 3 + vs))
    sch.transform_layout("Y", ("read", 0), lambda vn, vh, vw, vc, vr, vs: ((vc * 3 + vr) * 3 + vs, (vn * 16 + vh) * 16 + vw))
    sch.transform_layout("Y", ("write", 0), lambda vn, vf, vh, vw: (vf, (vn * 16 + vh) * 16 + vw))
    sch.transform_block_layout("Y", lambda vn, vf, vh, vw, vc, vr, vs: (vf, (vn * 16 + vh) * 16 + vw, (vc * 3 + vr) * 3 + vs))
    sch.transform_block_layout(tail, lambda vn, vf, vh, vw: (vf, (vn * 16 + vh) * 16 + vw))
    if inline_P == 1:
        sch.compute_inline("P")
    fill_rows = 16 % (tall_Y * rows_Y) != 0
    fill_columns = 512 % (wide_Y * columns_Y) != 0
    fill_terms = 72 % (1 * steps_Y) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("Y", [tall_Y * rows_Y, wide_Y * columns_Y, 1 * steps_Y])
    if fill_rows or fill_columns:
        sch.compute_inline(sch.get_consumers("Y")[0])
    sch.set_scope("Y", 0, "local")
    if fill_left:
        sch.compute_inline(left_source)
    left = sch.cache_read("Y", 1, "shared")
    sch.compute_inline(sch.get_producers(left)[0])
    if fill_right:
        sch.compute_inline(right_source)
    right = sch.cache_read("Y", 0, "shared")
    sch.compute_inline(sch.get_producers(right)[0])
    i, j, k = sch.get_loops("Y")
    outer = []
    i0, iv, i1, i2 = sch.split(i, [None, apart_Y, tall_Y, rows_Y // apart_Y])
    j0, jv, j1, j2 = sch.split(j, [None, apart_Y, wide_Y, columns_Y // apart_Y])
    k0, k1 = sch.split(k, [None, steps_Y])
    sch.reorder(*outer, i0, j0, iv, jv, i1, j1, k0, k1, i2, j2)
    sch.reverse_compute_at(tail, j1)
    depth = 7 + min(len(outer), 1)
    if len(outer) > 0:
        sch.bind(one(outer), "blockIdx.z")
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(iv, "vthread.y")
    sch.bind(jv, "vthread.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    sch.compute_at(left, k0)
    sch.compute_at(right, k0)
    fits = [n for n in [0, 1, 2] if n == 0 or n < 2 or rows_Y > apart_Y and columns_Y > apart_Y]
    own_Y = sch.get(sch.sample_categorical(fits, [{0: 0.4, 1: 0.35, 2: 0.25}[n] for n in fits]))
    if own_Y > 0:
        for operand in [1, 0]:
            registers = sch.cache_read("Y", operand, "local")
            sch.compute_at(registers, k1)
            if own_Y == 2:
                sch.vectorize(sch.get_loops(registers)[-1])
    fits = [n for n in [1, 2, 4] if n == 1 or not fill_left and steps_Y % n == 0]
    lanes_W_Y = sch.get(sch.sample_categorical(fits, [{1: 0.3, 2: 0.3, 4: 0.45}[n] for n in fits]))
    spread_W_Y = sch.get(sch.sample_categorical([0, 1], [0.6, 0.4]))
    fetch(left, depth, tall_Y, wide_Y, lanes_W_Y)
    if spread_W_Y == 1:
        # Rows begin in different banks.
        sch.storage_align(left, 0, 0, steps_Y, lanes_W_Y)
    spread_P_Y = sch.get(sch.sample_categorical([0, 1], [0.6, 0.4]))
    fetch(right, depth, tall_Y, wide_Y, 1)
    if spread_P_Y == 1:
        # Rows begin in different banks.
        sch.storage_align(right, 0, 0, wide_Y * columns_Y, 1)
    unroll_Y = sch.get(sch.sample_categorical([0, 1], [0.3, 0.7]))
    if own_Y == 2:
        # Vectors of the next step are read while those of this one are multiplied.
        sch.annotate(k1, "software_pipeline_stage", [0, 0, 1])
        sch.annotate(k1, "software_pipeline_order", [0, 1, 2])
        sch.annotate(k1, "pragma_auto_unroll_max_step", 4096)
    elif unroll_Y == 1:
        sch.unroll(k1)
    sch.decompose_reduction("Y", k0)
    if stages_Y == 2:
        # While a tile is used, the next one is fetched.
        sch.annotate(left, "double_buffer_scope", 0)
        sch.annotate(right, "double_buffer_scope", 0)
    if stages_Y == 3:
        # Two tiles are under way while one is used.
        sch.annotate(k0, "software_pipeline_stage", [0, 0, 2])
        sch.annotate(k0, "software_pipeline_order", [0, 1, 2])
        sch.annotate(k0, "software_pipeline_async_stages", [0])
