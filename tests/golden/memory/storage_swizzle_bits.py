# refused: elements of B do not fill pieces of 16 bytes: they are bool
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 32), "bool"), C: T.Buffer((8, 32), "bool")):
    B = T.alloc_buffer((8, 32), "bool", scope="shared")
    for i, j in T.grid(8, 32):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj]
    for i, j in T.grid(8, 32):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[7 - vi, vj]


def schedule(sch):
    sch.storage_swizzle("B", 0, 32)
