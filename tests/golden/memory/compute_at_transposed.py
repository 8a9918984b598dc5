# about: the consumer reads transposed tiles
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20, 12), "float32"), C: T.Buffer((12, 20), "float32")):
    B = T.alloc_buffer((20, 12), "float32")
    for i, j in T.grid(20, 12):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * A[vi, vj]
    for i, j in T.grid(12, 20):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vj, vi]


def schedule(sch):
    i, j = sch.get_loops("C")
    io, ii = sch.split(i, factors=[None, 4])
    jo, ji = sch.split(j, factors=[None, 6])
    sch.reorder(io, jo, ii, ji)
    sch.compute_at("B", jo)
