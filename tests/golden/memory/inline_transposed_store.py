# about: the producer stores transposed
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20, 12), "float32"), C: T.Buffer((12, 20), "float32")):
    B = T.alloc_buffer((12, 20), "float32")
    for i, j in T.grid(20, 12):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vj, vi] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(12, 20):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + B[vi, 19 - vj]


def schedule(sch):
    sch.compute_inline("B")
