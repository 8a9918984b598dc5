# about: a position that is no factor
# refused: the inner part begins at factor 2, but there are 2 factors
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 30), "float32"), B: T.Buffer((24, 30), "float32")):
    for i, j in T.grid(24, 30):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)


def schedule(sch):
    sch.sample_partitioned_tile("i", 2, 2)
