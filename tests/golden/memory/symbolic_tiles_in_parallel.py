# about: a number of tiles, each of a symbolic size: the loop becomes parallel after a producer has moved under it
# bind: n=37
from tvm.script import tir as T


@T.prim_func
def before(x: T.handle, y: T.handle, r: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (n,), "float32")
    Y = T.match_buffer(y, (n,), "float32")
    R = T.match_buffer(r, (n,), "float32")
    P = T.alloc_buffer((n,), "float32")
    Q = T.alloc_buffer((n,), "float32")
    for i in range(n):
        with T.block("P"):
            v = T.axis.spatial(n, i)
            P[v] = X[v] * Y[v]
    for i in range(n):
        with T.block("Q"):
            v = T.axis.spatial(n, i)
            Q[v] = P[v] - T.float32(3)
    for i in range(n):
        with T.block("R"):
            v = T.axis.spatial(n, i)
            R[v] = Q[v] + X[v]


def schedule(sch):
    (i,) = sch.get_loops("R")
    io, ii = sch.split(i, factors=[16, None])
    sch.compute_at("Q", io)
    sch.parallel(io)
    sch.compute_at("P", io)
