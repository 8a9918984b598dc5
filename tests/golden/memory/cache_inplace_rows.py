from tvm.script import tir as T


@T.prim_func
def before(D: T.Buffer((10, 16), "int32")):
    for i in range(10):
        with T.block("row"):
            vi = T.axis.spatial(10, i)
            T.reads(D[vi, 0:16])
            T.writes(D[vi, 0:16])
            for x in range(15):
                D[vi, x + 1] = D[vi, x] + D[vi, x + 1]


def schedule(sch):
    rd, wr = sch.cache_inplace("row", 0, "local")
    sch.parallel(sch.get_loops("row")[0])
