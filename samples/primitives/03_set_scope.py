"""set_scope: the intermediate B lives in shared memory."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def sums_plus_ten(A: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024,), "float32")):
    T.func_attr({"tir.noalias": True})
    B = T.alloc_buffer((1024,), "float32")
    for i, k in T.grid(1024, 1024):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]
    for i in range(1024):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] + T.float32(10)


def reference(A, C):
    np.add(np.sum(A, axis=1), 10, out=C)


def schedule(sch):
    sch.set_scope("B", 0, "shared")
