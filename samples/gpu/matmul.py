"""A matrix product on a GPU: tiles of a thread in registers, then both operands through shared memory, copied by all threads together."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(128, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def blocking(sch):
    # 8 x 8 threads, each computes 8 x 8 elements in registers.
    block = sch.get_block("C")
    result = sch.cache_write(block, 0, "local")
    i, j, k = sch.get_loops(block)
    i0, i1, i2 = sch.split(i, [None, 8, 8])
    j0, j1, j2 = sch.split(j, [None, 8, 8])
    k0, k1 = sch.split(k, [None, 4])
    sch.unroll(k1)
    sch.reorder(i0, j0, i1, j1, k0, k1, i2, j2)
    sch.reverse_compute_at(result, j1)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    sch.decompose_reduction(block, k0)


def fetch(sch, block, operand, loop):
    copy = sch.cache_read(block, operand, "shared")
    sch.compute_at(copy, loop)
    ax0, ax1 = sch.get_loops(copy)[-2:]
    fused = sch.fuse(ax0, ax1)
    rest, ty, tx, lane = sch.split(fused, [None, 8, 8, 4])
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    sch.vectorize(lane)


def schedule(sch):
    block = sch.get_block("C")
    result = sch.cache_write(block, 0, "local")
    i, j, k = sch.get_loops(block)
    i0, i1, i2 = sch.split(i, [None, 8, 8])
    j0, j1, j2 = sch.split(j, [None, 8, 8])
    k0, k1 = sch.split(k, [None, 8])
    sch.reorder(i0, j0, i1, j1, k0, k1, i2, j2)
    sch.reverse_compute_at(result, j1)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    fetch(sch, block, 0, k0)
    fetch(sch, block, 1, k0)
    sch.unroll(k1)
    sch.decompose_reduction(block, k0)


def ahead(sch):
    # Two tiles of each operand: while one is used, the next one is fetched (cp.async from sm_80 on).
    schedule(sch)
    for name in ["A_shared", "B_shared"]:
        sch.annotate(sch.get_block(name), "double_buffer_scope", 0)


def virtual_threads(sch):
    # A thread computes 2 x 2 tiles of 4 x 4 elements, 32 apart, as virtual threads: one fetch serves all, and the threads of a warp read
    # neighbouring elements.
    block = sch.get_block("C")
    result = sch.cache_write(block, 0, "local")
    i, j, k = sch.get_loops(block)
    i0, iv, i1, i2 = sch.split(i, [None, 2, 8, 4])
    j0, jv, j1, j2 = sch.split(j, [None, 2, 8, 4])
    k0, k1 = sch.split(k, [None, 8])
    sch.reorder(i0, j0, iv, jv, i1, j1, k0, k1, i2, j2)
    sch.reverse_compute_at(result, j1)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(iv, "vthread.y")
    sch.bind(jv, "vthread.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    fetch(sch, block, 0, k0)
    fetch(sch, block, 1, k0)
    for operand in range(2):
        own = sch.cache_read(block, operand, "local")
        sch.compute_at(own, k1)
    sch.unroll(k1)
    sch.decompose_reduction(block, k0)


def pipelined(sch):
    # Three tiles of each operand: two are under way while one is used (cp.async from sm_80 on).
    schedule(sch)
    k0 = sch.get_loops(sch.get_block("C_update"))[4]
    sch.annotate(k0, "software_pipeline_stage", [0, 0, 2])
    sch.annotate(k0, "software_pipeline_order", [0, 1, 2])
    sch.annotate(k0, "software_pipeline_async_stages", [0])
