# about: the number of rows is a symbol: a producer moves under a tile with a guarded tail
# bind: n=37
from tvm.script import tir as T


@T.prim_func
def before(a: T.handle, c: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, 12), "float32")
    C = T.match_buffer(c, (n, 12), "float32")
    B = T.alloc_buffer((n, 12), "float32")
    for i, j in T.grid(n, 12):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(n, 12):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, 11 - vj] + T.float32(1)


def schedule(sch):
    i, j = sch.get_loops("C")
    io, ii = sch.split(i, factors=[None, 8])
    sch.compute_at("B", io)
    out = sch.cache_write("C", 0, "local")
    sch.reverse_compute_at(out, io)
