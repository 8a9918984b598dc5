# about: the input of an update in place is copied before anything overwrites it
from tvm.script import tir as T


@T.prim_func
def before(D: T.Buffer((24,), "int32")):
    W = T.alloc_buffer((24,), "int32")
    for i in range(24):
        with T.block("load"):
            vi = T.axis.spatial(24, i)
            W[vi] = D[23 - vi] * 3
    for i in range(24):
        with T.block("store"):
            vi = T.axis.spatial(24, i)
            D[vi] = W[vi]


def schedule(sch):
    sch.cache_read("load", "D", "local", consumer_blocks=["load"])


@T.prim_func
def expected(D: T.Buffer((24,), "int32")):
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
            T.reads(D_local[23 - vi])
            T.writes(W[vi])
            W[vi] = D_local[23 - vi] * 3
    for i in range(24):
        with T.block("store"):
            vi = T.axis.spatial(24, i)
            T.reads(W[vi])
            T.writes(D[vi])
            D[vi] = W[vi]
