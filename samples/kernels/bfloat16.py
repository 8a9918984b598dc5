"""bfloat16: a product of narrow numbers on a processor that multiplies floats only. Each number is converted once, while it is packed;
in the innermost loop it would be converted for every tile that uses it."""
import numpy as np
from composites.cpu_matmul import gebp  # resources/composites
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((1024, 1024), "bfloat16"), B: T.Buffer((1024, 1024), "bfloat16"), C: T.Buffer((1024, 1024), "float32")):
    T.func_attr({"tir.noalias": True})
    wide_A = T.alloc_buffer((1024, 1024))
    wide_B = T.alloc_buffer((1024, 1024))
    for i, k in T.grid(1024, 1024):
        with T.block("wide_A"):
            vi, vk = T.axis.remap("SS", [i, k])
            wide_A[vi, vk] = T.Cast("float32", A[vi, vk])
    for k, j in T.grid(1024, 1024):
        with T.block("wide_B"):
            vk, vj = T.axis.remap("SS", [k, j])
            wide_B[vk, vj] = T.Cast("float32", B[vk, vj])
    for i, j, k in T.grid(1024, 1024, 1024):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + wide_A[vi, vk] * wide_B[vk, vj]


def reference(A, B, C):
    C[:] = np.matmul(A.astype("float32"), B.astype("float32"))


def schedule(sch):
    # Panels of both factors lie in the caches, and tiles of the result in registers.
    gebp(sch, sch.get_block("C"))
    # What fills the panels reads the wide matrices; now it reads the narrow ones and converts what it copies.
    sch.compute_inline("wide_A")
    sch.compute_inline("wide_B")
