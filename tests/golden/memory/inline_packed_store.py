# about: the producer stores a packed layout, the indices are inverted
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((32, 6), "float32"), C: T.Buffer((32, 6), "float32")):
    B = T.alloc_buffer((8, 6, 4), "float32")
    for i, j in T.grid(32, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi // 4, vj, vi % 4] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(32, 6):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi // 4, vj, vi % 4]


def schedule(sch):
    sch.compute_inline("B")
