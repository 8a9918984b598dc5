"""A product of float32 matrices without tensor cores, as large products need it: tiles of 128 x 128 elements for 256 threads, 8 x 8 of them in the
registers of each. Threads read shared memory by vectors of four numbers, and the numbers of the next step while they multiply those of this one."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((128, 64), "float32"), B: T.Buffer((64, 256), "float32"), C: T.Buffer((128, 256), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(128, 256, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def tiles(sch, steps):
    # 16 x 16 threads. Each computes 2 x 2 tiles of 4 x 4 elements, 64 apart, as virtual threads: the vectors that a warp reads follow each other.
    block = sch.get_block("C")
    result = sch.cache_write(block, 0, "local")
    i, j, k = sch.get_loops(block)
    i0, iv, i1, i2 = sch.split(i, [None, 2, 16, 4])
    j0, jv, j1, j2 = sch.split(j, [None, 2, 16, 4])
    k0, k1 = sch.split(k, [None, steps])
    sch.reorder(i0, j0, iv, jv, i1, j1, k0, k1, i2, j2)
    sch.reverse_compute_at(result, j1)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(iv, "vthread.y")
    sch.bind(jv, "vthread.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    sch.vectorize(sch.get_loops(result)[-1])
    return block, k0, k1


def fetch(sch, block, operand, loop, transposed):
    # All threads copy a tile. That of the first operand is stored by columns, so that the rows of a thread follow each other.
    copy = sch.cache_read(block, operand, "shared")
    sch.compute_at(copy, loop)
    if transposed:
        sch.transform_layout(copy, ("write", 0), lambda i, k: [k, i])
        sch.storage_align(copy, 0, 0, 128, 4)
    fused = sch.fuse(*sch.get_loops(copy)[-2:])
    if transposed:
        rest, ty, tx = sch.split(fused, [None, 16, 16])
    else:
        rest, ty, tx, lane = sch.split(fused, [None, 16, 16, 4])
        sch.vectorize(lane)
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    return copy


def registers(sch, block, operand, loop):
    # The numbers that a thread multiplies in a step, a vector of four for each of its tiles.
    copy = sch.cache_read(block, operand, "local")
    sch.compute_at(copy, loop)
    sch.vectorize(sch.get_loops(copy)[-1])
    return copy


def plain(sch):
    block, k0, k1 = tiles(sch, 8)
    fetch(sch, block, 0, k0, True)
    fetch(sch, block, 1, k0, False)
    sch.unroll(k1)
    sch.decompose_reduction(block, k0)


def schedule(sch):
    block, k0, k1 = tiles(sch, 8)
    # The next tiles are fetched while these are used (cp.async from sm_80 on).
    for operand in range(2):
        sch.annotate(fetch(sch, block, operand, k0, operand == 0), "double_buffer_scope", 0)
    for operand in range(2):
        registers(sch, block, operand, k1)
    # The numbers of the next step are read while those of this one are multiplied; unrolled, each has a register of its own.
    sch.annotate(k1, "software_pipeline_stage", [0, 0, 1])
    sch.annotate(k1, "software_pipeline_order", [0, 1, 2])
    sch.annotate(k1, "pragma_auto_unroll_max_step", 4096)
    sch.decompose_reduction(block, k0)
