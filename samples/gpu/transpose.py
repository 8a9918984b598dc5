"""A transposed copy on a GPU: through shared memory, so that reads and writes are side by side, and with rows that begin in different banks."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def transpose(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j in T.grid(128, 128):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]


def reference(A, B):
    np.copyto(B, np.transpose(A))


def plain(sch):
    i, j = sch.get_loops(sch.get_block("B"))
    i0, i1 = sch.split(i, [None, 8])
    j0, j1 = sch.split(j, [None, 32])
    sch.reorder(i0, j0, i1, j1)
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(i1, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")


def through_shared_memory(sch):
    block = sch.get_block("B")
    i, j = sch.get_loops(block)
    i0, i1, i2 = sch.split(i, [None, 4, 8])
    j0, j1 = sch.split(j, [None, 32])
    sch.reorder(i0, j0, i1, i2, j1)
    copy = sch.cache_read(block, 0, "shared")
    sch.compute_at(copy, j0)
    ax0, ax1 = sch.get_loops(copy)[-2:]
    rows, row = sch.split(ax0, [None, 8])
    sch.bind(row, "threadIdx.y")
    sch.bind(ax1, "threadIdx.x")
    sch.bind(i0, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(i2, "threadIdx.y")
    sch.bind(j1, "threadIdx.x")
    return copy


def schedule(sch):
    copy = through_shared_memory(sch)
    sch.storage_align(copy, 0, 0, 32, 1)
