# about: the producer computes more than the consumer wants: the store is guarded
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20,), "float32"), C: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((20,), "float32")
    for i in range(20):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] * T.float32(2)
    for i in range(16):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi + 2] + T.float32(1)


def schedule(sch):
    sch.reverse_compute_inline("C")
