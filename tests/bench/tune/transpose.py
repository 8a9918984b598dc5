"""transpose: squares of 16 x 16 elements, so that the lines of the cache that are read and those that are written are used
whole. What comes next is asked for early, and what is done goes past the caches."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def transpose(A: T.Buffer((2048, 2048), "float32"), B: T.Buffer((2048, 2048), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j in T.grid(2048, 2048):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]


def reference(A, B):
    B[:] = A.T
