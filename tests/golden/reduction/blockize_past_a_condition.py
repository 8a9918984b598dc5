# about: a condition between the loop and the block
# refused: there are other statements between loop i and block B
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
    for i in range(8):
        if i < 5:
            with T.block("B"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi]


def schedule(sch):
    sch.blockize("i")
