# about: the consumer reads backwards, so its tiles run backwards
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((30,), "float32"), C: T.Buffer((30,), "float32")):
    B = T.alloc_buffer((30,), "float32")
    for i in range(30):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] + T.float32(1)
    for i in range(30):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[29 - vi]


def schedule(sch):
    (i,) = sch.get_loops("B")
    io, ii = sch.split(i, factors=[None, 7])
    sch.reverse_compute_at("C", io)
