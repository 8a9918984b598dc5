# about: the consumer is tiled with a guarded tail: the producer is guarded, too
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((45, 6), "float32"), C: T.Buffer((45, 6), "float32")):
    B = T.alloc_buffer((45, 6), "float32")
    for i, j in T.grid(45, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(45, 6):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)


def schedule(sch):
    i, j = sch.get_loops("C")
    io, ii = sch.split(i, factors=[None, 8])
    sch.compute_at("B", io)
