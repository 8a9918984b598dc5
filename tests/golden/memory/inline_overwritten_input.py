# about: the input changes between the producer and its reader
# refused: inlining block B changes the results
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((16,), "float32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] + T.float32(1)
    for i in range(16):
        with T.block("A"):
            vi = T.axis.remap("S", [i])
            A[vi] = T.float32(7)
    for i in range(16):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] + A[vi]


def schedule(sch):
    sch.compute_inline("B")
