# about: the same where what is overwritten follows from data: the order of the statements is enough
from tvm.script import tir as T


@T.prim_func
def before(D: T.Buffer((24,), "int32"), E: T.Buffer((24,), "int32")):
    W = T.alloc_buffer((24,), "int32")
    for i in range(24):
        with T.block("load"):
            vi = T.axis.spatial(24, i)
            W[vi] = D[vi]
    for i in range(24):
        with T.block("gather"):
            vi = T.axis.spatial(24, i)
            T.reads(W[0:24], E[vi])
            T.writes(D[0:24])
            D[(E[vi] % 24 + 24) % 24] = W[(W[vi] % 24 + 24) % 24]


def schedule(sch):
    sch.cache_read("load", "D", "local")


@T.prim_func
def expected(D: T.Buffer((24,), "int32"), E: T.Buffer((24,), "int32")):
    # with T.block("root"):
    W = T.alloc_buffer((24,), "int32")
    D_local = T.alloc_buffer((24,), "int32", scope="local")
    for ax0 in range(24):
        with T.block("D_local"):
            v0 = T.axis.spatial(24, ax0)
            T.reads(D[v0])
            T.writes(D_local[v0])
            D_local[v0] = D[v0]
    for i in range(24):
        with T.block("load"):
            vi = T.axis.spatial(24, i)
            T.reads(D_local[vi])
            T.writes(W[vi])
            W[vi] = D_local[vi]
    for i in range(24):
        with T.block("gather"):
            vi = T.axis.spatial(24, i)
            T.reads(W[0:24], E[vi])
            T.writes(D[0:24])
            D[(E[vi] % 24 + 24) % 24] = W[(W[vi] % 24 + 24) % 24]
