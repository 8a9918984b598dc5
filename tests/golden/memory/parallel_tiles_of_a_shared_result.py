# about: a result whose elements several parallel iterations compute: the same is said before and after the move
# refused: loop j runs in parallel, and its iterations would share what block B computes
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "int32"), B: T.Buffer((4,), "int32"), D: T.Buffer((16,), "int32")):
    for i in range(4):
        with T.block("B"):
            vi = T.axis.spatial(4, i)
            B[vi] = A[vi] + 1
    for j in range(16):
        with T.block("D"):
            vj = T.axis.spatial(16, j)
            D[vj] = B[vj // 4]


def schedule(sch):
    sch.parallel("j")
    sch.compute_at("B", "j")
