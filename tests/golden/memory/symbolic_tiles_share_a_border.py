# about: tiles of a symbolic size compute the elements at their border twice, each for itself, so they may run in parallel
# bind: n=37
from tvm.script import tir as T


@T.prim_func
def before(x: T.handle, r: T.handle):
    n = T.int32()
    X = T.match_buffer(x, (n + 2,), "float32")
    R = T.match_buffer(r, (n,), "float32")
    P = T.alloc_buffer((n + 2,), "float32")
    Q = T.alloc_buffer((n + 1,), "float32")
    for i in range(n + 2):
        with T.block("P"):
            v = T.axis.spatial(n + 2, i)
            P[v] = X[v] * T.float32(2)
    for i in range(n + 1):
        with T.block("Q"):
            v = T.axis.spatial(n + 1, i)
            Q[v] = P[v] * P[v + 1]
    for i in range(n):
        with T.block("R"):
            v = T.axis.spatial(n, i)
            R[v] = Q[v] + Q[v + 1]


def schedule(sch):
    (i,) = sch.get_loops("R")
    io, ii = sch.split(i, factors=[16, None])
    sch.compute_at("Q", io)
    sch.compute_at("P", io)
    sch.parallel(io)
