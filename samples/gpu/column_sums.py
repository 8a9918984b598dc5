"""Sums of columns on a GPU: the reduced axis is not the one that lies side by side, so a row of threads reads a row, and a column of threads shares a sum."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def column_sums(A: T.Buffer((4, 256, 64), "float32"), S: T.Buffer((4, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for n, j, k in T.grid(4, 64, 256):
        with T.block("S"):
            vn, vj, vk = T.axis.remap("SSR", [n, j, k])
            with T.init():
                S[vn, vj] = T.float32(0)
            S[vn, vj] = S[vn, vj] + A[vn, vk, vj]


def reference(A, S):
    np.sum(A, axis=1, out=S)


def own_column(sch):
    n, j, k = sch.get_loops(sch.get_block("S"))
    sch.bind(n, "blockIdx.x")
    sch.bind(j, "threadIdx.x")


def schedule(sch):
    n, j, k = sch.get_loops(sch.get_block("S"))
    j0, j1 = sch.split(j, [None, 32])
    k0, k1 = sch.split(k, [None, 8])
    sch.reorder(n, j0, j1, k1, k0)
    sch.bind(n, "blockIdx.y")
    sch.bind(j0, "blockIdx.x")
    sch.bind(j1, "threadIdx.x")
    sch.bind(k1, "threadIdx.y")
