# about: the loops begin later
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20,), "int32"), B: T.Buffer((20,), "int32")):
    for i in range(5, 9):
        for j in range(1, 3):
            with T.block("B"):
                vi = T.axis.spatial(20, i * 2 + j)
                B[vi] = A[vi] + vi


def schedule(sch):
    sch.blockize("j")
