# about: a decision that is no candidate
# refused: the decision 2 is not a position among 2 candidates
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 30), "float32"), B: T.Buffer((24, 30), "float32")):
    for i, j in T.grid(24, 30):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)


def schedule(sch):
    sch.sample_categorical([1, 2], [0.5, 0.5], decision=2)
