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
