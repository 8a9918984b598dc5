# about: the cache of a tile with a guarded tail is copied out per tile
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
    out = sch.cache_write("mm", 0, "local")
    i, j, k = sch.get_loops("mm")
    io, ii = sch.split(i, factors=[None, 8])
    jo, ji = sch.split(j, factors=[None, 4])
    sch.reorder(io, jo, k, ii, ji)
    sch.reverse_compute_at(out, jo)
    sch.decompose_reduction("mm", k)
