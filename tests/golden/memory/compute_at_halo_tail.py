# about: halo and tail at once
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((34,), "float32"), C: T.Buffer((32,), "float32")):
    B = T.alloc_buffer((34,), "float32")
    for i in range(34):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] * T.float32(3)
    for i in range(32):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] + B[vi + 1] + B[vi + 2]


def schedule(sch):
    (i,) = sch.get_loops("C")
    io, ii = sch.split(i, factors=[None, 5])
    sch.compute_at("B", io)
