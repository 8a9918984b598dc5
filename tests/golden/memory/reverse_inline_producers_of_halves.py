# about: two blocks write a half each of what the block reads
# refused: block C reads B, which is written by 2 blocks (low, high)
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((16,), "float32")
    for i in range(8):
        with T.block("low"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi]
    for i in range(8):
        with T.block("high"):
            vi = T.axis.spatial(16, i + 8)
            B[vi] = A[vi] * A[vi]
    for i in range(16):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi]


def schedule(sch):
    sch.reverse_compute_inline("C")
