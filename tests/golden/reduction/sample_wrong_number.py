# about: a decision with another number of factors
# refused: the decision [4, 6] is not a list of 3 positive factors
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 30), "float32"), B: T.Buffer((24, 30), "float32")):
    for i, j in T.grid(24, 30):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)


def schedule(sch):
    sch.sample_perfect_tile("i", 3, decision=[4, 6])
