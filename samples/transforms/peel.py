"""peel: what exceeds a multiple of the vector width becomes a loop of its own, and the rest needs no guard."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def scale(A: T.Buffer((64, 1003), "float32"), B: T.Buffer((64, 1003), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j in T.grid(64, 1003):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(3)


def reference(A, B):
    np.multiply(A, 3, out=B)


def schedule(sch):
    i, j = sch.get_loops("B")
    main, tail = sch.peel(j, 1003 % 16)
    outer, inner = sch.split(main, [None, 16])
    sch.vectorize(inner)
