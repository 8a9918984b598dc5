"""shift: the second loop starts at 1; shifted to 0 it can share its iterations with the first."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def differences(A: T.Buffer((1025,), "float32"), B: T.Buffer((1024,), "float32"), C: T.Buffer((1025,), "float32")):
    T.func_attr({"tir.noalias": True})
    for i in range(1024):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi + 1] - A[vi]
    for i in range(1, 1025):
        with T.block("C"):
            vi = T.axis.spatial((1, 1025), i)
            C[vi] = B[vi - 1] * B[vi - 1]


def reference(A, B, C):
    np.subtract(A[1:], A[:-1], out=B)
    C[1:] = B * B


def schedule(sch):
    (first,) = sch.get_loops("B")
    (second,) = sch.get_loops("C")
    sch.shift(second, -1)
    sch.merge(first, second)
