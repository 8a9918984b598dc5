"""Sums of rows on a GPU: by one thread each, by the threads of a block together, and first in parts with rfactor."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def row_sums(A: T.Buffer((16, 1024), "float32"), S: T.Buffer((16,), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, k in T.grid(16, 1024):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def reference(A, S):
    np.sum(A, axis=1, out=S)


def own_row(sch):
    i, k = sch.get_loops(sch.get_block("S"))
    i0, i1 = sch.split(i, [None, 8])
    sch.bind(i0, "blockIdx.x")
    sch.bind(i1, "threadIdx.x")


def schedule(sch):
    # A reduce loop bound to threadIdx: every thread sums its part, a tree in shared memory the parts.
    i, k = sch.get_loops(sch.get_block("S"))
    k0, k1 = sch.split(k, [None, 128])
    sch.reorder(i, k1, k0)
    sch.bind(i, "blockIdx.x")
    sch.bind(k1, "threadIdx.x")


def parts_first(sch):
    block = sch.get_block("S")
    i, k = sch.get_loops(block)
    k0, k1 = sch.split(k, [None, 128])
    parts = sch.rfactor(k1, 0)
    i2, k2 = sch.get_loops(block)
    sch.bind(i2, "blockIdx.x")
    sch.bind(k2, "threadIdx.x")
    rows, ko, ki = sch.get_loops(parts)
    sch.reorder(rows, ki, ko)
    sch.bind(rows, "blockIdx.x")
    sch.bind(ki, "threadIdx.x")


def parts_in_shared_memory(sch):
    block = sch.get_block("S")
    i, k = sch.get_loops(block)
    k0, k1 = sch.split(k, [None, 128])
    parts = sch.rfactor(k1, 0)
    sch.set_scope(parts, 0, "shared")
    i2, k2 = sch.get_loops(block)
    sch.bind(i2, "blockIdx.x")
    sch.bind(k2, "threadIdx.x")
    sch.compute_at(parts, i2)
    sch.bind(sch.get_loops(parts)[1], "threadIdx.x")
