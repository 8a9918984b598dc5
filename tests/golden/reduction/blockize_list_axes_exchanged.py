# about: the second block has its axes in another order
# refused: blocks B and C use the enclosing loops differently
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 4), "int32"), B: T.Buffer((8, 4), "int32"), C: T.Buffer((8, 4), "int32")):
    for i in range(8):
        for j in range(4):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]
        for j in range(4):
            with T.block("C"):
                vj, vi = T.axis.remap("SS", [j, i])
                C[vi, vj] = B[vi, vj]


def schedule(sch):
    sch.blockize(["B", "C"])
