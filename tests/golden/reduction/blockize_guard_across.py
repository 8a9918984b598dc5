# about: a tail across the border of the new block
# refused: cannot be divided at loop i_1
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((50,), "float32"), B: T.Buffer((50,), "float32")):
    for i in range(50):
        with T.block("B"):
            vi = T.axis.spatial(50, i)
            B[vi] = A[vi] * T.float32(2)


def schedule(sch):
    io, ii = sch.split("i", [None, 8])
    sch.blockize(ii)
