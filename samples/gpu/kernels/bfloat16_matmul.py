"""A product of bfloat16 matrices with sums of float32, by mma instructions (from sm_80 on) and by wgmma (sm_90). The large size of such a product has
4096 rows and columns: the schedules hold for any multiples of their tiles."""
import numpy as np
from composites.gpu_matmul import mma_matmul, wgmma_matmul  # resources/composites
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((64, 96), "bfloat16"), B: T.Buffer((96, 64), "bfloat16"), C: T.Buffer((64, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 64, 96):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vk, vj])


def reference(A, B, C):
    np.matmul(A.astype("float32"), B.astype("float32"), out=C)


def schedule(sch):
    # Swizzled tiles, two rounds of copies ahead of the round that is multiplied.
    mma_matmul(sch, sch.get_block("C"), types="bf16bf16f32", ahead=2, swizzle=True)


def warp_groups(sch):
    wgmma_matmul(sch, sch.get_block("C"), block_n=64, types="bf16bf16f32", step_k=32, ahead=1)
