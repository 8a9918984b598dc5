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
    # C: 64 rows, 64 columns, sums of 64 products of A and B.
    threads_C = sch.get(sch.sample_categorical([32, 64, 128, 256, 512], [0.05, 0.3, 0.3, 0.3, 0.05]))
    fits = [n for n in [4, 8, 16, 32, 64] if n == 4 or n <= threads_C and threads_C // n <= 64]
    wide_C = sch.get(sch.sample_categorical(fits, [{4: 0.03, 8: 0.35, 16: 0.35, 32: 0.15, 64: 0.15}[n] for n in fits]))
    tall_C = threads_C // wide_C
    fits = [n for n in [1, 2, 4, 8] if n == 1 or tall_C * n < 128]
    rows_C = sch.get(sch.sample_categorical(fits, [{1: 0.1, 2: 0.2, 4: 0.4, 8: 0.3}[n] * (1 if 64 % (tall_C * n) == 0 else 0.1) for n in fits]))
    fits = [n for n in [1, 2, 4, 8] if n == 1 or wide_C * n < 128 and rows_C * n <= 64]
    columns_C = sch.get(sch.sample_categorical(fits, [{1: 0.1, 2: 0.2, 4: 0.4, 8: 0.3}[n] * (1 if 64 % (wide_C * n) == 0 else 0.1) for n in fits]))
    fits = [n for n in [1, 2] if n == 1 or n <= rows_C and n <= columns_C]
    apart_C = sch.get(sch.sample_categorical(fits, [{1: 0.5, 2: 0.5}[n] for n in fits]))
    fits = [n for n in [4, 8, 16, 32] if n == 4 or (tall_C * rows_C + wide_C * columns_C + 8) * (n + 4) <= 12288]
    steps_C = sch.get(sch.sample_categorical(fits, [{4: 0.15, 8: 0.35, 16: 0.35, 32: 0.15}[n] for n in fits]))
    fits = [n for n in [1, 2, 3] if n == 1 or n * (tall_C * rows_C + wide_C * columns_C + 8) * (steps_C + 4) <= 12288 and n * steps_C <= 64]
    stages_C = sch.get(sch.sample_categorical(fits, [{1: 0.5, 2: 0.25, 3: 0.25}[n] for n in fits]))
    fill_rows = 64 % (tall_C * rows_C) != 0
    fill_columns = 64 % (wide_C * columns_C) != 0
    fill_terms = 64 % (1 * steps_C) != 0
    fill_left, fill_right = fill_rows or fill_terms, fill_columns or fill_terms
    if fill_left or fill_right:
        sch.pad_einsum("C", [1, tall_C * rows_C, wide_C * columns_C, 1 * steps_C])
    if fill_rows or fill_columns:
        tail = sch.get_consumers("C")[0]
    if fill_rows or fill_columns:
        sch.set_scope("C", 0, "local")
    else:
        tail = sch.cache_write("C", 0, "local")
    if fill_left:
        left = sch.cache_read("C", 0, "shared")
        sch.compute_inline(sch.get_producers(left)[0])
    else:
        left = sch.cache_read("C", 0, "shared")
    if fill_right:
        right = sch.cache_read("C", 1, "shared")
        sch.compute_inline(sch.get_producers(right)[0])
    else:
        right = sch.cache_read("C", 1, "shared")
    b, i, j, k = sch.get_loops("C")
    outer = [b]
    i0, iv, i1, i2 = sch.split(i, [None, apart_C, tall_C, rows_C // apart_C])
    j0, jv, j1, j2 = sch.split(j, [None, apart_C, wide_C, columns_C // apart_C])
    k0, k1 = sch.split(k, [None, steps_C])
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
    fits = [n for n in [0, 1, 2] if n == 0 or n < 2 or rows_C > apart_C and columns_C > apart_C]
    own_C = sch.get(sch.sample_categorical(fits, [{0: 0.4, 1: 0.35, 2: 0.25}[n] for n in fits]))
    if own_C > 0:
        for operand in [0, 1]:
            registers = sch.cache_read("C", operand, "local")
            sch.compute_at(registers, k1)
            if own_C == 2:
                sch.vectorize(sch.get_loops(registers)[-1])
    turned_A_C = sch.get(sch.sample_categorical([0, 1], [0.6, 0.4]))
    if turned_A_C == 1:
        sch.transform_layout(left, ("write", 0), lambda b0, i, k: [b0, k, i])
    fits = [n for n in [1, 2, 4] if n == 1 or turned_A_C == 0 and not fill_left and steps_C % n == 0]
    lanes_A_C = sch.get(sch.sample_categorical(fits, [{1: 0.3, 2: 0.3, 4: 0.45}[n] for n in fits]))
    spread_A_C = sch.get(sch.sample_categorical([0, 1], [0.6, 0.4]))
    fetch(left, depth, tall_C, wide_C, lanes_A_C)
    if spread_A_C == 1:
        # Rows begin in different banks.
        sch.storage_align(left, 0, 1, tall_C * rows_C if turned_A_C == 1 else steps_C, 4 if turned_A_C == 1 else lanes_A_C)
    fits = [n for n in [1, 2, 4] if n == 1 or not fill_right and wide_C * columns_C % n == 0]
    lanes_B_C = sch.get(sch.sample_categorical(fits, [{1: 0.3, 2: 0.3, 4: 0.45}[n] for n in fits]))
    spread_B_C = sch.get(sch.sample_categorical([0, 1], [0.6, 0.4]))
    fetch(right, depth, tall_C, wide_C, lanes_B_C)
    if spread_B_C == 1:
        # Rows begin in different banks.
        sch.storage_align(right, 0, 1, wide_C * columns_C, lanes_B_C)
    unroll_C = sch.get(sch.sample_categorical([0, 1], [0.3, 0.7]))
    if own_C == 2:
        # Vectors of the next step are read while those of this one are multiplied.
        sch.annotate(k1, "software_pipeline_stage", [0, 0, 1])
        sch.annotate(k1, "software_pipeline_order", [0, 1, 2])
        sch.annotate(k1, "pragma_auto_unroll_max_step", 4096)
    elif unroll_C == 1:
        sch.unroll(k1)
    sch.decompose_reduction("C", k0)
    if stages_C == 2:
        # While a tile is used, the next one is fetched.
        sch.annotate(left, "double_buffer_scope", 0)
        sch.annotate(right, "double_buffer_scope", 0)
    if stages_C == 3:
        # Two tiles are under way while one is used.
        sch.annotate(k0, "software_pipeline_stage", [0, 0, 2])
        sch.annotate(k0, "software_pipeline_order", [0, 1, 2])
        sch.annotate(k0, "software_pipeline_async_stages", [0])
