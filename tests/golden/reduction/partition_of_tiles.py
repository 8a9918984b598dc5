# about: the parts are tiles
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((50,), "int32"), B: T.Buffer((50,), "int32")):
    for i in range(50):
        with T.block("B"):
            vi = T.axis.spatial(50, i)
            B[vi] = A[vi] + vi


def schedule(sch):
    io, ii = sch.split("i", [None, 8])
    sch.loop_partition(io, [6, None])
