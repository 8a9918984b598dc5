# refused: executions of block mm with different elements of C would share one element
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((9, 7), "int32"), W: T.Buffer((11, 7), "int32"), C: T.Buffer((9, 11), "int32")):
    for i, j, k in T.grid(9, 11, 7):
        with T.block("mm"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + A[vi, vk] * W[vj, vk]


def schedule(sch):
    sch.reindex_cache_write("mm", 0, "global", lambda i, j, k: (i, j, k))
