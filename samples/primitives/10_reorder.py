"""reorder: tiles of 32 x 32 elements, walked along their columns."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def add(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j in T.grid(1024, 1024):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[vi, vj] + B[vi, vj]


def reference(A, B, C):
    np.add(A, B, out=C)


def schedule(sch):
    x, y = sch.get_loops("C")
    xo, xi = sch.split(x, factors=[None, 32])
    yo, yi = sch.split(y, factors=[None, 32])
    sch.reorder(xo, yo, yi, xi)
