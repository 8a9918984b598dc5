# about: one loop holds two blocks
# refused: loop i contains 2 blocks
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20,), "int32"), B: T.Buffer((20,), "int32"), C: T.Buffer((20,), "int32")):
    for i in range(20):
        with T.block("B"):
            vi = T.axis.spatial(20, i)
            B[vi] = A[vi] + 1
        with T.block("C"):
            vi = T.axis.spatial(20, i)
            C[vi] = B[vi] * 2


def schedule(sch):
    sch.blockize("i")
