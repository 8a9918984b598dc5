# about: pairs of the producer are complete in each tile
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((32,), "float32"), C: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((32,), "float32")
    for i in range(32):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] + T.float32(1)
    for i in range(16):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = T.max(B[vi * 2], B[vi * 2 + 1])


def schedule(sch):
    (i,) = sch.get_loops("B")
    io, ii = sch.split(i, factors=[None, 8])
    sch.reverse_compute_at("C", io)
