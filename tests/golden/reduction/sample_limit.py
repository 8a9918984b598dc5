# about: a limit below one
# refused: the limit of the innermost factor must be at least 1, not 0
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 30), "float32"), B: T.Buffer((24, 30), "float32")):
    for i, j in T.grid(24, 30):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)


def schedule(sch):
    sch.sample_perfect_tile("i", 2, 0)
