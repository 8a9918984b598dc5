# refused: loop i has 8 iterations, but iteration variable vi of block mm has 9 values
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
    mm = sch.get_block("mm")
    sch.peel(sch.get_loops(mm)[0], 1, at_start=False)
    sch.transform_block_layout(mm, lambda i, j, k: (j, i, k))
