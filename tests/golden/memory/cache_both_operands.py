# about: both operands are staged under different loops
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((21, 30), "float32"), B: T.Buffer((30, 19), "float32"), C: T.Buffer((21, 19), "float32")):
    for i, j, k in T.grid(21, 19, 30):
        with T.block("mm"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def schedule(sch):
    i, j, k = sch.get_loops("mm")
    io, ii = sch.split(i, factors=[None, 8])
    ko, ki = sch.split(k, factors=[None, 7])
    sch.reorder(io, ko, ii, j, ki)
    a = sch.cache_read("mm", 0, "shared")
    sch.compute_at(a, ko)
    b = sch.cache_read("mm", "B", "local")
    sch.compute_at(b, ki)
