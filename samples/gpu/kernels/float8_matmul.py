"""A product of float8 matrices (e4m3) with sums of float32, by mma instructions (from sm_89 on) and by wgmma (sm_90), which takes the second operand
by columns: rows of B are the columns of the product."""
import numpy as np
from composites.gpu_matmul import mma_matmul, wgmma_matmul  # resources/composites
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((64, 128), "float8_e4m3fn"), B: T.Buffer((64, 128), "float8_e4m3fn"), C: T.Buffer((64, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 64, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vj, vk])


def reference(A, B, C):
    np.matmul(A.astype("float32"), np.transpose(B.astype("float32")), out=C)


def schedule(sch):
    # 16 numbers are 16 bytes, one copy of a thread.
    mma_matmul(sch, sch.get_block("C"), types="e4m3e4m3f32", transposed=True, step_k=64, vector=16, ahead=1, swizzle=True)


def warp_groups(sch):
    wgmma_matmul(sch, sch.get_block("C"), block_n=64, types="e4m3e4m3f32", transposed=True, step_k=64, vector=16, ahead=1)
