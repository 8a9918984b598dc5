"""tile_vectorise_unroll: a matrix product for the CPU in one step. The sizes are no multiples of the tiles."""
import numpy as np
from composites.cpu_matmul import tile_vectorise_unroll  # resources/composites
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((100, 70), "float32"), B: T.Buffer((70, 90), "float32"), C: T.Buffer((100, 90), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(100, 90, 70):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def schedule(sch):
    tile_vectorise_unroll(sch, sch.get_block("C"), tile_m=32, tile_n=32)
