# about: the block reads an input only: no other block could do its work
# refused: reads nothing that another block of its scope computes
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = A[vi] + T.float32(1)


def schedule(sch):
    sch.reverse_compute_inline("C")
