# refused: block B shares no loop with a consumer of B
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((18, 20), "int32"), C: T.Buffer((16, 18), "int32")):
    B = T.alloc_buffer((18, 20), "int32")
    for i, j in T.grid(18, 20):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 2
    for i, j in T.grid(16, 18):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + B[vi + 1, vj + 1] * 3 + B[vi + 2, vj + 2]


def schedule(sch):
    sch.rolling_buffer("B", 0)
