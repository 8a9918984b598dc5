# about: an inlined block left a region of the block around its reader that was larger than the buffer
from tvm.script import tir as T


@T.prim_func
def main(X: T.Buffer((24, 6), "int32"), Y: T.Buffer((24, 6), "int32")):
    for t in range(6):
        with T.block("tile"):
            vt = T.axis.spatial(6, t)
            T.reads(X[vt * 4:vt * 4 + 4, 0:6])
            T.writes(Y[vt * 4:vt * 4 + 4, 0:6])
            M = T.alloc_buffer((4, 6), "int32")
            for i, j in T.grid(4, 6):
                with T.block("M"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    M[vi, vj] = X[vt * 4 + vi, vj] * 2
            for i, j in T.grid(4, 6):
                with T.block("Y"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    Y[vt * 4 + vi, vj] = M[vi, 5 - vj] + M[3 - vi, vj]


def schedule(sch):
    sch.blockize(sch.get_loops("Y")[0])
    sch.compute_inline("M")
