# refused: outside of the declared region
from tvm.script import tir as T


@T.prim_func
def before(D: T.Buffer((10,), "int32")):
    for i in range(9):
        with T.block("row"):
            vi = T.axis.opaque(9, i)
            T.reads(D[vi])
            T.writes(D[vi])
            D[vi] = D[vi + 1] * 2


def schedule(sch):
    sch.cache_inplace("row", "D", "global")
