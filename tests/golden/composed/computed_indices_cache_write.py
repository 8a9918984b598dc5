# about: a block stores every element, at places that another block computes from nothing but its axes
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 6), "float32"), C: T.Buffer((4, 6), "float32")):
    P = T.alloc_buffer((4,), "int32")
    B = T.alloc_buffer((4, 6), "float32")
    for i in range(4):
        with T.block("P"):
            vi = T.axis.spatial(4, i)
            P[vi] = (vi * 3 + 1) % 4
    for i, j in T.grid(4, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[P[vi], vj] = A[vi, vj]
    for i, j in T.grid(4, 6):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] * T.float32(2)


def schedule(sch):
    sch.cache_write("B", 0, "local")
