# about: the producer writes a packed layout
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((32, 24), "float32"), C: T.Buffer((32, 24), "float32")):
    B = T.alloc_buffer((8, 24, 4), "float32")
    for i, j in T.grid(32, 24):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi // 4, vj, vi % 4] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(32, 24):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi // 4, vj, vi % 4]


def schedule(sch):
    i, j = sch.get_loops("C")
    io, ii = sch.split(i, factors=[None, 8])
    sch.compute_at("B", io)
