# about: a block stands between the given ones
# refused: block C is between the given blocks
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20, 4), "int32"), B: T.Buffer((20, 4), "int32"), C: T.Buffer((20, 4), "int32"), D: T.Buffer((20, 4), "int32")):
    for i in range(20):
        for j in range(4):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] + 1
        for j in range(4):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = B[vi, vj] * 2
        for j in range(4):
            with T.block("D"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = B[vi, vj] + C[vi, vj]


def schedule(sch):
    sch.blockize(["B", "D"])
