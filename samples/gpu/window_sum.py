"""Sums of three neighbours on a GPU: loops bound to threads, then a copy in shared memory, then copied by all threads together."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def window_sum(A: T.Buffer((1027,), "float32"), B: T.Buffer((1024,), "float32")):
    T.func_attr({"tir.noalias": True})
    for i in range(1024):
        with T.block("C"):
            vi = T.axis.spatial(1024, i)
            B[vi] = A[vi] + A[vi + 1] + A[vi + 2]


def reference(A, B):
    np.add(A[:-3] + A[1:-2], A[2:-1], out=B)


def bound(sch):
    block = sch.get_block("C")
    i, = sch.get_loops(block)
    i0, i1 = sch.split(i, [None, 128])
    sch.bind(i0, "blockIdx.x")
    sch.bind(i1, "threadIdx.x")
    return block, i1


def shared(sch):
    block, i1 = bound(sch)
    copy = sch.cache_read(block, 0, "shared")
    sch.compute_at(copy, i1)
    return copy


def schedule(sch):
    copy = shared(sch)
    ax = sch.get_loops(copy)[-1]
    ax0, ax1 = sch.split(ax, [None, 128])
    sch.bind(ax1, "threadIdx.x")
