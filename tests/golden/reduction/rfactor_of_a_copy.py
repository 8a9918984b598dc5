# about: no reduction at all
# refused: the reduction of block B cannot be factored: it has no init
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8,), "int32"), B: T.Buffer((8,), "int32")):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[vi]


def schedule(sch):
    sch.rfactor("i", 0)
