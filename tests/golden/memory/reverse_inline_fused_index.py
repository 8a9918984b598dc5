# about: the consumer reads a fused index
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24,), "float32"), C: T.Buffer((6, 4), "float32")):
    B = T.alloc_buffer((24,), "float32")
    for i in range(24):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] * T.float32(2)
    for i, j in T.grid(6, 4):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi * 4 + vj] + T.float32(1)


def schedule(sch):
    sch.reverse_compute_inline("C")
