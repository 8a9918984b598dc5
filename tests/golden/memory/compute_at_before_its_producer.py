# about: the producer of the moved block already computes only a part per iteration
# refused: is not under loop i_0
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((34,), "float32"), C: T.Buffer((32,), "float32"), D: T.Buffer((32,), "float32")):
    P = T.alloc_buffer((34,), "float32")
    B = T.alloc_buffer((32,), "float32")
    for i in range(34):
        with T.block("P"):
            vi = T.axis.remap("S", [i])
            P[vi] = A[vi] + T.float32(1)
    for i in range(32):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = P[vi] + P[vi + 2]
    for i in range(32):
        with T.block("D"):
            vi = T.axis.remap("S", [i])
            D[vi] = P[vi] * T.float32(5)
    for i in range(32):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] - P[31 - vi]


def schedule(sch):
    (i,) = sch.get_loops("C")
    io, ii = sch.split(i, factors=[None, 8])
    sch.compute_at("P", io)
