# about: two elements of the producer share an element of the buffer
# refused: cannot be recovered from
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((16,), "float32")
    for i, j in T.grid(16, 4):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi] = A[vi, vj]
    for i in range(16):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi]


def schedule(sch):
    sch.compute_inline("B")
