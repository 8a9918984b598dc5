# about: blocks inside a block of a higher level, with a cache of the tile's input in that scope
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((32, 12), "float32"), Y: T.Buffer((32, 12), "float32")):
    for t in range(8):
        with T.block("tile"):
            vt = T.axis.spatial(8, t)
            T.reads(X[vt * 4:vt * 4 + 4, 0:12])
            T.writes(Y[vt * 4:vt * 4 + 4, 0:12])
            M = T.alloc_buffer((4, 12), "float32")
            for i, j in T.grid(4, 12):
                with T.block("M"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    M[vi, vj] = X[vt * 4 + vi, vj] * T.float32(2)
            for i, j in T.grid(4, 12):
                with T.block("Y"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    Y[vt * 4 + vi, vj] = M[vi, 11 - vj]


def schedule(sch):
    x = sch.cache_read("M", 0, "local")
    i, j = sch.get_loops("Y")
    sch.compute_at("M", i)
    sch.compute_at(x, i)
    out = sch.cache_write("Y", 0, "local")
    sch.reverse_compute_at(out, i)
