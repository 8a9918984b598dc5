"""blocked_reduction: partial sums side by side in a vector, combined at the end."""
import numpy as np
from composites.reduction import blocked_reduction  # resources/composites
from tvm.script import tir as T


@T.prim_func
def row_sums(A: T.Buffer((64, 100), "float32"), B: T.Buffer((64,), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, k in T.grid(64, 100):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]


def reference(A, B):
    np.sum(A, axis=1, out=B)


def schedule(sch):
    i, k = sch.get_loops(sch.get_block("B"))
    blocked_reduction(sch, k, lanes=8)
