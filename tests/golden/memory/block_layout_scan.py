# refused: the new order of the iteration variables of block scan changes the results
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((10,), "int32"), C: T.Buffer((10,), "int32")):
    B = T.alloc_buffer((10,), "int32")
    for i in range(10):
        with T.block("copy"):
            vi = T.axis.spatial(10, i)
            B[vi] = A[vi]
    for i in range(9):
        with T.block("scan"):
            vi = T.axis.opaque(9, i)
            B[vi + 1] = B[vi] + B[vi + 1]
    for i in range(10):
        with T.block("C"):
            vi = T.axis.spatial(10, i)
            C[vi] = B[vi] * 2


def schedule(sch):
    sch.transform_block_layout("scan", lambda i: (8 - i,))
