# about: a guard over loops inside and outside
# refused: of block B depends on loops inside and outside of the new block
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 8), "int32"), B: T.Buffer((8, 8), "int32")):
    for i, j in T.grid(8, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.where(i + j < 9)
            B[vi, vj] = A[vi, vj]


def schedule(sch):
    sch.blockize("j")
