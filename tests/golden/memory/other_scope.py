# about: the loop stands in another scope than the block
# refused: are not in the same block scope (root and tile)
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
    i, j = sch.get_loops("Y")
    sch.compute_at("X", i)
