"""A search space for a GPU by hand. `lw tune samples/tuning/gpu_matmul_space.py --target gpu-emulator --space
samples/tuning/gpu_matmul_space.py:space` needs no GPU: candidates are emulated, and their times are those of a model."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(1024, 1024, 1024):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def naive(sch):
    # One thread for each element.
    i, j, k = sch.get_loops("C")
    i0, i1 = sch.split(i, [None, 16])
    j0, j1 = sch.split(j, [None, 16])
    sch.reorder(i0, j0, i1, j1)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")


def fetch(sch, operand, loop, rows, columns, lanes, pad):
    # All threads of a block copy the tile together.
    copy = sch.cache_read("C", operand, "shared")
    sch.compute_at(copy, loop)
    ax0, ax1 = sch.get_loops(copy)[-2:]
    fused = sch.fuse(ax0, ax1)
    rest, ty, tx, lane = sch.split(fused, [None, rows, columns, lanes])
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    sch.vectorize(lane)
    if pad > 0:
        sch.storage_align(copy, 0, 0, 32, pad)


def space(sch):
    # Threads of a block, and elements of a thread in as many tiles as there are virtual threads.
    rows = sch.get(sch.sample_categorical([8, 16], [0.5, 0.5]))
    columns = sch.get(sch.sample_categorical([8, 16, 32], [0.4, 0.4, 0.2]))
    down = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.2, 0.2, 0.3, 0.3]))
    across = sch.get(sch.sample_categorical([1, 2, 4, 8], [0.2, 0.2, 0.3, 0.3]))
    tiles = sch.get(sch.sample_categorical([1, 2], [0.5, 0.5]))
    depth = sch.get(sch.sample_categorical([8, 16, 32], [0.4, 0.4, 0.2]))
    lanes = sch.get(sch.sample_categorical([1, 2, 4], [0.3, 0.3, 0.4]))
    pad = sch.get(sch.sample_categorical([0, 1, 4], [0.4, 0.3, 0.3]))
    result = sch.cache_write("C", 0, "local")
    i, j, k = sch.get_loops("C")
    i0, iv, i1, i2 = sch.split(i, [None, tiles, rows, down])
    j0, jv, j1, j2 = sch.split(j, [None, tiles, columns, across])
    k0, k1 = sch.split(k, [None, depth])
    sch.reorder(i0, j0, iv, jv, i1, j1, k0, k1, i2, j2)
    sch.reverse_compute_at(result, j1)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(iv, "vthread.y")
    sch.bind(jv, "vthread.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    fetch(sch, 0, k0, rows, columns, lanes, pad)
    fetch(sch, 1, k0, rows, columns, lanes, 0)
    for operand in range(2):
        own = sch.cache_read("C", operand, "local")
        sch.compute_at(own, k1)
    unroll = sch.sample_categorical([0, 1], [0.3, 0.7])
    if sch.get(unroll) == 1:
        sch.unroll(k1)
    sch.decompose_reduction("C", k0)
