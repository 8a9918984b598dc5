# refused: B is accessed through its pointer or a match_buffer
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "int32"), C: T.Buffer((16,), "int32")):
    B = T.alloc_buffer((16,), "int32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] * 3
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = B[vi]


def schedule(sch):
    sch.prefetch("B", sch.get_loops("C")[0], 1)
    sch.compute_inline("B")
