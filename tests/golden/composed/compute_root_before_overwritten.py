# about: the block has to run before a block in its loop overwrites what it reads
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
    B = T.alloc_buffer((8,), "float32")
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = A[vi] * T.float32(2)
        with T.block("A"):
            vi = T.axis.spatial(8, i)
            A[vi] = T.float32(7)
    for i in range(8):
        with T.block("C"):
            vi = T.axis.spatial(8, i)
            C[vi] = B[vi] + A[vi]


def schedule(sch):
    sch.compute_root("B")
