# about: two intermediate buffers feed the block: the last producer takes its work over and reads what the first one wrote
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((16,), "float32")
    D = T.alloc_buffer((16,), "float32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi]
    for i in range(16):
        with T.block("D"):
            vi = T.axis.remap("S", [i])
            D[vi] = A[vi] * A[vi]
    for i in range(16):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] + D[vi]


def schedule(sch):
    sch.reverse_compute_inline("C")
