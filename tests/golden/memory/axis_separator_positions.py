# refused: [2, 1] are not positions between the 2 dimensions of buffer B
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 12), "int32"), C: T.Buffer((8, 12), "int32")):
    B = T.alloc_buffer((8, 12), "int32")
    for i, j in T.grid(8, 12):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * 3
    for i, j in T.grid(8, 12):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + B[7 - vi, vj]


def schedule(sch):
    sch.set_axis_separator("C", ("read", 0), [2, 1])
