# about: a second input of the consumer is overwritten in between
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), P: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((16,), "float32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi]
    for i in range(16):
        with T.block("P"):
            vi = T.axis.remap("S", [i])
            P[vi] = A[vi] * T.float32(2)
    for i in range(16):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] + T.float32(1)
    for i in range(16):
        with T.block("P2"):
            vi = T.axis.remap("S", [i])
            A[vi] = T.float32(0)


def schedule(sch):
    sch.reverse_compute_inline("C")
