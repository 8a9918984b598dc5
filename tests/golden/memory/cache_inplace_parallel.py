# refused: iterations of loop i that run at the same time would use the same part of the copy of D
from tvm.script import tir as T


@T.prim_func
def before(D: T.Buffer((10,), "int32"), E: T.Buffer((10,), "int32")):
    for i in T.parallel(10):
        with T.block("row"):
            vi = T.axis.spatial(10, i)
            T.reads(D[0:10])
            T.writes(D[vi])
            D[vi] = D[vi] * 2 + E[vi]


def schedule(sch):
    sch.cache_inplace("row", "D", "global")
