"""Course, 11 of 12: a GPU. The emulator runs the kernel, finds races, and models the time of the device. Without threads nothing runs
there; with one element for each thread, every operand is loaded from memory by every thread.

Hint: bind loops to blockIdx and threadIdx; a block of 8 x 8 threads computes a tile of the result.
Hint: cache_read into "shared" at a loop over a part of k, copied by all threads of the block together.
Hint: several results for each thread, in registers ("local"), use a loaded operand several times.
"""
# challenge: at most 10000 sectors
# inputs: A=-1..1, B=-1..1
import numpy as np
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def first_try(sch):
    # One thread for each element, side by side along columns: its loads are spread over many sectors.
    i, j, k = sch.get_loops("C")
    sch.bind(j, "blockIdx.x")
    sch.bind(i, "threadIdx.x")
    sch.decompose_reduction("C", k)


def fetch(sch, operand, loop):
    copy = sch.cache_read("C", operand, "shared")
    sch.compute_at(copy, loop)
    ax0, ax1 = sch.get_loops(copy)[-2:]
    fused = sch.fuse(ax0, ax1)
    rest, ty, tx = sch.split(fused, [None, 8, 8])
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")


def solution(sch):
    copy = sch.cache_write("C", 0, "local")
    i, j, k = sch.get_loops("C")
    i0, i1, i2 = sch.split(i, [None, 8, 2])
    j0, j1, j2 = sch.split(j, [None, 8, 2])
    k0, k1 = sch.split(k, [None, 16])
    sch.reorder(i0, j0, i1, j1, k0, k1, i2, j2)
    sch.reverse_compute_at(copy, j1)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    fetch(sch, 0, k0)
    fetch(sch, 1, k0)
    sch.decompose_reduction("C", k0)
