# about: a constant in the bindings moves into the indices
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20,), "int32"), B: T.Buffer((20,), "int32")):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(20, i + 7)
            B[vi] = A[vi] + vi


def schedule(sch):
    io, ii = sch.split("i", [2, 4])
    sch.blockize(ii)
