"""A product with few rows and many columns."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def product_wide(A: T.Buffer((64, 256), "float32"), B: T.Buffer((256, 4096), "float32"), C: T.Buffer((64, 4096), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 4096, 256):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)
