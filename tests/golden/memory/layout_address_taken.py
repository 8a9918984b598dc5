# refused: buffer B is accessed through its pointer or a match_buffer
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
            C[vi, vj] = B[vi, vj] + T.call_extern("int32", "f", T.address_of(B[7 - vi, 0]))


def schedule(sch):
    sch.transform_layout("B", ("write", 0), lambda i, j: (j // 4, i, j % 4))
