"""Matrix products on a GPU."""


def cooperative_fetch(sch, block, dims=2, threads_y=1, threads_x=32, vector=1):
    """Let all threads of a thread block copy together.

    The innermost loops of the copy become one, which is dealt out to the threads; each moves a vector at a time.

    block: a copy, such as cache_read makes, inside the loops that are bound to blockIdx and threadIdx
    dims: number of innermost loops that are part of the copy
    threads_y: extent of threadIdx.y; 1: it is not used
    threads_x: extent of threadIdx.x
    vector: elements that a thread moves at a time; 1: no vectors
    """
    loops = sch.get_loops(block)
    assert dims >= 1 and dims <= len(loops), "the block has " + str(len(loops)) + " loops, not " + str(dims)
    own = loops[len(loops) - dims:]
    fused = own[0]
    if dims > 1:
        fused = sch.fuse(*own)
    if vector > 1:
        fused, lane = sch.split(fused, factors=[None, vector])
        sch.vectorize(lane)
    rest, tx = sch.split(fused, factors=[None, threads_x])
    sch.bind(tx, "threadIdx.x")
    if threads_y > 1:
        rest, ty = sch.split(rest, factors=[None, threads_y])
        sch.bind(ty, "threadIdx.y")


def gpu_matmul_staging(sch, block, block_m=64, block_n=64, thread_m=4, thread_n=4, step_k=16, vector=1):
    """Stage a matrix product through shared memory and registers of a GPU.

    A thread block computes a tile of block_m x block_n elements, each thread one of thread_m x thread_n in registers. For
    every step_k steps of the reduction all threads copy the needed parts of both operands to shared memory together.

    block: a matrix product in the loops i, j and k, not inside other loops
    block_m: rows of a thread block's tile
    block_n: columns of a thread block's tile
    thread_m: rows of a thread's tile
    thread_n: columns of a thread's tile
    step_k: steps of the reduction between two copies
    vector: elements that a thread copies at a time
    """
    loops = sch.get_loops(block)
    assert len(loops) == 3, "the block has " + str(len(loops)) + " loops; a matrix product has three: i, j, k"
    assert block_m % thread_m == 0, "block_m is not a multiple of thread_m"
    assert block_n % thread_n == 0, "block_n is not a multiple of thread_n"
    i, j, k = loops
    threads_y, threads_x = block_m // thread_m, block_n // thread_n
    by, ty, yi = sch.split(i, factors=[None, threads_y, thread_m])
    bx, tx, xi = sch.split(j, factors=[None, threads_x, thread_n])
    ko, ki = sch.split(k, factors=[None, step_k])
    sch.reorder(by, bx, ty, tx, ko, ki, yi, xi)
    result = sch.cache_write(block, 0, "local")
    sch.reverse_compute_at(result, tx)
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    for operand in range(2):
        copy = sch.cache_read(block, operand, "shared")
        sch.compute_at(copy, ko, preserve_unit_loops=True)
        cooperative_fetch(sch, copy, 2, threads_y, threads_x, vector)
    sch.decompose_reduction(block, ko)


def tensor_core_matmul(sch, block, block_m=64, block_n=64, warps_m=2, warps_n=2, step_k=32, types="f16f16f32", transposed=False, vector=8, ahead=0):
    """Stage a matrix product through shared memory to the tensor cores of a GPU.

    A thread block computes a tile of block_m x block_n elements, each of its warps_m x warps_n warps an equal part of it, in fragments
    of 16 x 16. For every step_k steps of the reduction all threads copy the needed parts of both operands to shared memory together.

    block: a matrix product in the loops i, j and k, not inside other loops
    block_m: rows of a thread block's tile
    block_n: columns of a thread block's tile
    warps_m: warps along the rows
    warps_n: warps along the columns
    step_k: steps of the reduction between two copies
    types: of the operands and of the sum: f16f16f32, f16f16f16, bf16bf16f32 or s8s8s32
    transposed: the second operand is stored by columns
    vector: elements that a thread copies at a time
    ahead: rounds that the copies are ahead of their use, in a software pipeline; 0: none
    """
    loops = sch.get_loops(block)
    assert len(loops) == 3, "the block has " + str(len(loops)) + " loops; a matrix product has three: i, j, k"
    assert block_m % (16 * warps_m) == 0, "block_m is not a multiple of 16 * warps_m"
    assert block_n % (16 * warps_n) == 0, "block_n is not a multiple of 16 * warps_n"
    assert step_k % 16 == 0, "step_k is not a multiple of 16"
    names = {"f16f16f32": ("f16", "f32"), "f16f16f16": ("f16", "f16"), "bf16bf16f32": ("bf16", "f32"), "s8s8s32": ("s8", "s32")}
    assert types in names, "types is not f16f16f32, f16f16f16, bf16bf16f32 or s8s8s32"
    operand_type, sum_type = names[types]
    trans = "_trans" if transposed else ""
    i, j, k = loops
    by, wy, yo, yi = sch.split(i, factors=[None, warps_m, block_m // warps_m // 16, 16])
    bx, wx, xo, xi = sch.split(j, factors=[None, warps_n, block_n // warps_n // 16, 16])
    ko, kk, ki = sch.split(k, factors=[None, step_k // 16, 16])
    sch.reorder(by, bx, wy, wx, ko, kk, yo, xo, yi, xi, ki)
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    warp = sch.fuse(wy, wx)
    sch.bind(warp, "threadIdx.y")
    result = sch.cache_write(block, 0, "wmma.accumulator")
    sch.reverse_compute_at(result, warp)
    for operand in range(2):
        copy = sch.cache_read(block, operand, "shared")
        sch.compute_at(copy, ko, preserve_unit_loops=True)
        cooperative_fetch(sch, copy, 2, warps_m * warps_n, 32, vector)
        sch.storage_align(copy, 0, -2, 16, 8)
    for operand in range(2):
        name = "ab"[operand]
        own = sch.cache_read(block, operand, "wmma.matrix_" + name)
        sch.compute_at(own, kk, preserve_unit_loops=True)
        end = trans if operand == 1 else ""
        tensorize_tiles(sch, own, "wmma_load_16x16x16_" + operand_type + "_" + name + end + "_shared")
    for loop in [kk, yo, xo]:
        sch.unroll(loop)
    start = sch.decompose_reduction(block, ko)
    sch.tensorize(sch.get_loops(start)[-2], "wmma_fill_16x16x16_" + sum_type)
    sch.tensorize(yi, "wmma_sync_16x16x16_" + types + trans)
    tensorize_tiles(sch, result, "wmma_store_16x16x16_" + sum_type + "_global")
    if ahead > 0:
        sch.annotate(ko, "software_pipeline_stage", [0, 0, ahead])
        sch.annotate(ko, "software_pipeline_order", [0, 1, 2])
        sch.annotate(ko, "software_pipeline_async_stages", [0])


def mma_lanes(i, j):
    # Tiles of 16 x 16 in the registers of a warp: the lane, and which of its elements.
    return [i // 16, j // 16, 4 * (i % 8) + j % 8 // 2, 4 * (j % 16 // 8) + i % 16 // 8 * 2 + j % 2]


def mma_lanes_of_bytes(i, j):
    # Tiles of 16 x 32 elements of one byte.
    return [i // 16, j // 32, 4 * (i % 8) + j % 16 // 4, 8 * (j % 32 // 16) + i % 16 // 8 * 4 + j % 4]


def mma_lanes_of_columns(i, j):
    # Tiles of 32 x 16 elements of one byte, of which a lane has pieces of columns.
    return [i // 32, j // 16, i % 16 // 4 + 4 * (j % 8), 8 * (j % 16 // 8) + i % 32 // 16 * 4 + i % 4]


def mma_matmul(sch, block, block_m=64, block_n=64, warps_m=2, warps_n=2, step_k=32, types="f16f16f32", transposed=False, vector=8, ahead=0, swizzle=False, stages=0, registers=None, tensors=False, staged=False):
    """Stage a matrix product through shared memory to mma instructions of a GPU, which ldmatrix provides with operands.

    A thread block computes a tile of block_m x block_n elements, each of its warps_m x warps_n warps an equal part of it, in tiles of
    16 x 16 whose elements are divided among the lanes of the warp. For every step_k steps of the reduction all threads copy the needed
    parts of both operands to shared memory together.

    block: a matrix product in the loops i, j and k, not inside other loops
    block_m: rows of a thread block's tile
    block_n: columns of a thread block's tile
    warps_m: warps along the rows
    warps_n: warps along the columns
    step_k: steps of the reduction between two copies
    types: of the operands and of the sum: f16f16f32, f16f16f16, bf16bf16f32, i8i8i32, e4m3e4m3f32, e5m2e5m2f32, e4m3e4m3f16 or e5m2e5m2f16
    transposed: the second operand is stored by columns
    vector: elements that a thread copies at a time
    ahead: rounds that the copies are ahead of their use, in a software pipeline; 0: none
    swizzle: swizzle the rows of the copies against bank conflicts, in place of padding them
    stages: a producer warp makes the copies, into so many places, and the others multiply (sm_90); 0: all threads copy
    registers: of threads of a producer warp group and of the others, [40, 232] for example; None: as they are
    tensors: the producer copies tiles as tensors (TMA), not row by row
    staged: sums go through shared memory, so that threads store vectors of whole rows, or with tensors one instruction a tile (TMA)
    """
    loops = sch.get_loops(block)
    assert len(loops) == 3, "the block has " + str(len(loops)) + " loops; a matrix product has three: i, j, k"
    assert block_m % (16 * warps_m) == 0, "block_m is not a multiple of 16 * warps_m"
    assert block_n % (16 * warps_n) == 0, "block_n is not a multiple of 16 * warps_n"
    names = {"f16f16f32": ("f16", "f32", 16), "f16f16f16": ("f16", "f16", 16), "bf16bf16f32": ("bf16", "f32", 16), "i8i8i32": ("i8", "i32", 32), "e4m3e4m3f32": ("e4m3", "f32", 32), "e5m2e5m2f32": ("e5m2", "f32", 32), "e4m3e4m3f16": ("e4m3", "f16", 32), "e5m2e5m2f16": ("e5m2", "f16", 32)}
    assert types in names, "types is not f16f16f32, f16f16f16, bf16bf16f32, i8i8i32, e4m3e4m3f32, e5m2e5m2f32, e4m3e4m3f16 or e5m2e5m2f16"
    operand_type, sum_type, tile_k = names[types]
    assert step_k % tile_k == 0, "step_k is not a multiple of " + str(tile_k)
    assert stages == 0 or (ahead == 0 and swizzle == tensors), "a producer warp has stages of its own, and swizzles what it copies as tensors"
    assert stages > 0 or not tensors, "only a producer warp copies tensors"
    i, j, k = loops
    by, wy, yo, yi = sch.split(i, factors=[None, warps_m, block_m // warps_m // 16, 16])
    bx, wx, xo, xi = sch.split(j, factors=[None, warps_n, block_n // warps_n // 16, 16])
    ko, kk, ki = sch.split(k, factors=[None, step_k // tile_k, tile_k])
    sch.reorder(by, bx, wy, wx, ko, kk, yo, xo, yi, xi, ki)
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    warp = sch.fuse(wy, wx)
    sch.bind(warp, "threadIdx.y")
    result = sums_of_warps(block, sch, bx, warp, sum_type, warps_m * warps_n, staged, tensors)
    for operand in range(2):
        copy = sch.cache_read(block, operand, "shared")
        sch.compute_at(copy, ko, preserve_unit_loops=True)
        if stages == 0:
            cooperative_fetch(sch, copy, 2, warps_m * warps_n, 32, vector)
        if swizzle:
            row = (step_k if operand == 0 or transposed else block_n) * 32 // tile_k
            sch.storage_swizzle(copy, 0, min(row, 128))
        else:
            sch.storage_align(copy, 0, -2, tile_k, tile_k // 2)
    for operand in range(2):
        own = sch.cache_read(block, operand, "warp")
        sch.compute_at(own, kk, preserve_unit_loops=True)
        by_k = operand == 1 and not transposed
        rows, columns, lanes = 16, tile_k, mma_lanes
        if by_k:
            rows, columns = tile_k, 16
        if tile_k == 32:
            lanes = mma_lanes_of_bytes
            if by_k:
                lanes = mma_lanes_of_columns
        sch.transform_layout(own, ("write", 0), lanes)
        end = "_trans" if operand == 1 and transposed else ""
        tensorize_tiles(sch, own, "mma_ldmatrix_" + operand_type + "_" + "ab"[operand] + end, rows, columns)
    for loop in [kk, yo, xo]:
        sch.unroll(loop)
    start = sch.decompose_reduction(block, ko)
    sch.transform_layout(block, ("write", 0), mma_lanes)
    sch.tensorize(sch.get_loops(start)[-2], "mma_fill_16x16_" + sum_type)
    sch.tensorize(yi, "mma_" + types + ("_trans_b" if transposed else ""))
    tensorize_tiles(sch, result, "mma_store_16x16_" + sum_type + ("_shared_" if staged else "_global_"))
    if stages > 0:
        producer, consumer = registers or [0, 0]
        sch.specialize_warps(ko, stages, producer, consumer, tensors)
    elif ahead > 0:
        sch.annotate(ko, "software_pipeline_stage", [0, 0, ahead])
        sch.annotate(ko, "software_pipeline_order", [0, 1, 2])
        sch.annotate(ko, "software_pipeline_async_stages", [0])


def sums_of_warps(block, sch, tile, warp, sum_type, warps, staged, tensors):
    # The sums in the registers of warps, and how they reach global memory: directly, or through a tile in shared memory, whose rows are padded so
    # that neither the pieces of lanes nor the vectors of rows meet on banks.
    if not staged:
        result = sch.cache_write(block, 0, "warp")
        sch.reverse_compute_at(result, warp)
        return result
    stored = sch.cache_write(block, 0, "shared")
    sch.reverse_compute_at(stored, tile)
    result = sch.cache_write(block, 0, "warp")
    sch.reverse_compute_at(result, warp)
    if tensors:
        # Its elements follow each other, as the instruction reads them.
        sch.annotate(sch.get_loops(stored)[-2], "tensor_store", True)
        return result
    half = sum_type == "f16"
    sch.storage_align(result, 0, -2, 64 if half else 32, 8)
    cooperative_fetch(sch, stored, 2, warps, 32, 8 if half else 4)
    return result


def core_matrices(i, j):
    # Core matrices of 8 rows and 16 bytes, as wgmma reads them, of elements of two bytes.
    return [i // 8, j // 8, i % 8, j % 8]


def core_matrices_of_bytes(i, j):
    return [i // 8, j // 16, i % 8, j % 16]


def wgmma_matmul(sch, block, block_n=128, groups_m=1, groups_n=1, step_k=64, types="f16f16f32", transposed=False, vector=8, ahead=0, stages=0, registers=None, tensors=False, swizzle=False, staged=False):
    """Stage a matrix product through shared memory to the wgmma instructions of sm_90, which read both operands from there.

    Each of groups_m x groups_n warp groups computes 64 rows and an equal part of block_n columns. For every step_k steps of the
    reduction all threads copy the needed parts of both operands to shared memory together, as core matrices of 8 rows and 16 bytes.

    block: a matrix product in the loops i, j and k, not inside other loops
    block_n: columns of a thread block's tile; 64, 128 or 256 for each warp group
    groups_m: warp groups along the rows
    groups_n: warp groups along the columns
    step_k: steps of the reduction between two copies
    types: of the operands and of the sum: f16f16f32, f16f16f16, bf16bf16f32, i8i8i32, e4m3e4m3f32, e5m2e5m2f32, e4m3e4m3f16 or e5m2e5m2f16
    transposed: the second operand is stored by columns; elements of one byte have to be
    vector: elements that a thread copies at a time
    ahead: rounds that the copies are ahead of their use, in a software pipeline; 0: none
    stages: a producer warp makes the copies, into so many places, and the others multiply; 0: all threads copy
    registers: of threads of a producer warp group and of the others, [40, 232] for example; None: as they are
    tensors: the producer copies tiles as tensors (TMA), not row by row
    swizzle: swizzle rows of 128 bytes or less in place of core matrices; both operands are stored along k, so transposed
    staged: sums go through shared memory, so that threads store vectors of whole rows, or with tensors one instruction a tile (TMA)
    """
    loops = sch.get_loops(block)
    assert len(loops) == 3, "the block has " + str(len(loops)) + " loops; a matrix product has three: i, j, k"
    columns = block_n // groups_n
    assert columns * groups_n == block_n and columns in [64, 128, 256], "block_n is not 64, 128 or 256 times groups_n"
    names = {"f16f16f32": ("f32", 16), "f16f16f16": ("f16", 16), "bf16bf16f32": ("f32", 16), "i8i8i32": ("i32", 32), "e4m3e4m3f32": ("f32", 32), "e5m2e5m2f32": ("f32", 32), "e4m3e4m3f16": ("f16", 32), "e5m2e5m2f16": ("f16", 32)}
    assert types in names, "types is not f16f16f32, f16f16f16, bf16bf16f32, i8i8i32, e4m3e4m3f32, e5m2e5m2f32, e4m3e4m3f16 or e5m2e5m2f16"
    sum_type, tile_k = names[types]
    assert step_k % tile_k == 0, "step_k is not a multiple of " + str(tile_k)
    assert transposed or tile_k == 16, "wgmma multiplies elements of one byte by a matrix that is stored by columns"
    assert stages == 0 or ahead == 0, "a producer warp has stages of its own"
    assert stages > 0 or not tensors, "only a producer warp copies tensors"
    assert not swizzle or (transposed and tensors), "swizzled rows are those of tensor copies, and of a second operand that is stored by columns"
    i, j, k = loops
    by, gy, wy, yi = sch.split(i, factors=[None, groups_m, 4, 16])
    bx, gx, xi = sch.split(j, factors=[None, groups_n, columns])
    ko, kk, ki = sch.split(k, factors=[None, step_k // tile_k, tile_k])
    sch.reorder(by, bx, gy, gx, wy, ko, kk, yi, xi, ki)
    sch.bind(by, "blockIdx.y")
    sch.bind(bx, "blockIdx.x")
    warp = sch.fuse(gy, gx, wy)
    sch.bind(warp, "threadIdx.y")
    result = sums_of_warps(block, sch, bx, warp, sum_type, 4 * groups_m * groups_n, staged, tensors)
    for operand in range(2):
        copy = sch.cache_read(block, operand, "shared")
        sch.compute_at(copy, ko, preserve_unit_loops=True)
        if swizzle:
            sch.storage_swizzle(copy, 0, step_k * 32 // tile_k)
            continue
        if stages > 0:
            # Each loop is a dimension of a box of core matrices.
            rows, elements = sch.get_loops(copy)[-2:]
            row_o, row_i = sch.split(rows, factors=[None, 8])
            element_o, element_i = sch.split(elements, factors=[None, 16 if tile_k == 32 else 8])
            sch.reorder(row_o, element_o, row_i, element_i)
        else:
            cooperative_fetch(sch, copy, 2, 4 * groups_m * groups_n, 32, vector)
        # Eight neighbouring lanes copy rows of core matrices, 16 bytes each, of one or several rows of the tile: the padding puts them on different banks.
        row = 16 if tile_k == 32 else 8
        lanes = (step_k if operand == 0 or transposed else columns * groups_n) // row
        padding = row * 8 // lanes if lanes < 8 else row
        sch.transform_layout(copy, ("write", 0), core_matrices_of_bytes if tile_k == 32 else core_matrices)
        if not tensors:
            sch.storage_align(copy, 0, 1, 8 * row, padding)
    sch.unroll(kk)
    start = sch.decompose_reduction(block, ko)
    sch.transform_layout(block, ("write", 0), mma_lanes)
    tensorize_tiles(sch, start, "mma_fill_16x16_" + sum_type)
    sch.tensorize(yi, "wgmma_m64n" + str(columns) + "k" + str(tile_k) + "_" + types + ("_trans_b" if transposed else "") + ("_swizzled" if swizzle else ""))
    tensorize_tiles(sch, result, "mma_store_16x16_" + sum_type + ("_shared_" if staged else "_global_"))
    if stages > 0:
        producer, consumer = registers or [0, 0]
        sch.specialize_warps(ko, stages, producer, consumer, tensors)
    elif ahead > 0:
        sch.annotate(ko, "software_pipeline_stage", [0, 0, ahead])
        sch.annotate(ko, "software_pipeline_order", [0, 1, 2])
        sch.annotate(ko, "software_pipeline_async_stages", [0])


def tensorize_tiles(sch, block, intrin, rows=16, columns=16):
    """Divide the two innermost loops of a block into tiles and replace each tile by a tensor intrinsic.

    block: a copy, such as cache_read makes
    intrin: name of the intrinsic
    rows: of a tile
    columns: of a tile
    """
    i, j = sch.get_loops(block)[-2:]
    io, ii = sch.split(i, factors=[None, rows])
    jo, ji = sch.split(j, factors=[None, columns])
    sch.reorder(io, jo, ii, ji)
    sch.unroll(io)
    sch.unroll(jo)
    sch.tensorize(ii, intrin)
