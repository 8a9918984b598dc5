"""gpu_matmul_staging: a matrix product through shared memory and registers, copied by all threads together."""
import numpy as np
from composites.gpu_matmul import gpu_matmul_staging  # resources/composites
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((40, 24), "float32"), B: T.Buffer((24, 48), "float32"), C: T.Buffer((40, 48), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(40, 48, 24):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def schedule(sch):
    gpu_matmul_staging(sch, sch.get_block("C"), block_m=16, block_n=16, thread_m=2, thread_n=4, step_k=8, vector=2)
