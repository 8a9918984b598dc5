# about: the region that a block declares begins before the buffer
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((4, 2), "int32"), C: T.Buffer((4, 2), "int32")):
    for i, j in T.grid(4, 2):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vi - 1:vi + 1, vj])
            T.writes(C[vi, vj])
            C[vi, vj] = T.if_then_else(vi >= 1, A[vi - 1, vj], 0) + A[vi, vj]


def schedule(sch):
    sch.blockize(sch.get_loops("C")[0])
    sch.cache_read("C", 0, "shared")
