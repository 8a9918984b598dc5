# about: a tile of float32 is swizzled; a second request replaces the first
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 32), "float32"), C: T.Buffer((8, 32), "float32")):
    B = T.alloc_buffer((8, 32), "float32", scope="shared")
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
    sch.storage_swizzle("B", "B", bytes=128)
