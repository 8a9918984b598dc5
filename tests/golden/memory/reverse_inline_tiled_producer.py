# about: the producer is tiled with a guard
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((45,), "float32"), C: T.Buffer((45,), "float32")):
    B = T.alloc_buffer((45,), "float32")
    for i in range(45):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] * T.float32(2)
    for i in range(45):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] + T.float32(1)


def schedule(sch):
    (i,) = sch.get_loops("B")
    sch.split(i, factors=[None, 8])
    (j,) = sch.get_loops("C")
    sch.split(j, factors=[None, 16])
    sch.reverse_compute_inline("C")
