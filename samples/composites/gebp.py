"""gebp: a matrix product with panels packed on the fly and tiles in registers, in one step. No size divides: panels are filled up."""
import numpy as np
from composites.cpu_matmul import gebp  # resources/composites
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((130, 98), "float32"), B: T.Buffer((98, 99), "float32"), C: T.Buffer((130, 99), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(130, 99, 98):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def schedule(sch):
    gebp(sch, sch.get_block("C"))
