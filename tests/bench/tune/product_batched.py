"""Products of twelve pairs of matrices."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def product_batched(
    A: T.Buffer((12, 256, 64), "float32"), B: T.Buffer((12, 64, 256), "float32"), C: T.Buffer((12, 256, 256), "float32")
):
    T.func_attr({"tir.noalias": True})
    for b, i, j, k in T.grid(12, 256, 256, 64):
        with T.block("C"):
            vb, vi, vj, vk = T.axis.remap("SSSR", [b, i, j, k])
            with T.init():
                C[vb, vi, vj] = T.float32(0)
            C[vb, vi, vj] = C[vb, vi, vj] + A[vb, vi, vk] * B[vb, vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)
