"""vectorize: 32 elements are added at once."""
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
    i, j = sch.get_loops("C")
    xo, yo, xi, yi = sch.tile([i, j], [32, 32])
    sch.vectorize(yi)
