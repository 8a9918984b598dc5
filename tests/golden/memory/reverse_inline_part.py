# about: the consumer reads every other element: the store leaves out the elements between
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((16,), "float32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi]
    for i in range(8):
        with T.block("rest"):
            vi = T.axis.remap("S", [i])
            C[vi + 8] = A[vi]
    for i in range(8):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi * 2]


def schedule(sch):
    sch.reverse_compute_inline("C")
