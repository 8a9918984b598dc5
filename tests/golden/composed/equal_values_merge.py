# about: another iteration writes what is read, but the same value
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6,), "float32"), C: T.Buffer((4, 6), "float32")):
    B = T.alloc_buffer((6,), "float32")
    for i, j in T.grid(4, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vj] = A[vj] * T.float32(2)
    for i, j in T.grid(4, 6):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vj] + B[5 - vj]


def schedule(sch):
    sch.merge(sch.get_loops("B")[0], sch.get_loops("C")[0])
