# about: the consumer is a block of blocks; its declared region says what it needs
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((32, 12), "float32"), Y: T.Buffer((32, 12), "float32")):
    X = T.alloc_buffer((32, 12), "float32")
    for i, j in T.grid(32, 12):
        with T.block("X"):
            vi, vj = T.axis.remap("SS", [i, j])
            X[vi, vj] = A[vi, vj]
    for t in range(8):
        with T.block("tile"):
            vt = T.axis.spatial(8, t)
            T.reads(X[vt * 4:vt * 4 + 4, 0:12])
            T.writes(Y[vt * 4:vt * 4 + 4, 0:12])
            for i, j in T.grid(4, 12):
                with T.block("Y"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    Y[vt * 4 + vi, vj] = X[vt * 4 + vi, vj]


def schedule(sch):
    (t,) = sch.get_loops("tile")
    sch.compute_at("X", t)
    c = sch.cache_read("tile", 0, "local")
    sch.compute_inline("X")
    sch.annotate(c, "role", "copy")
