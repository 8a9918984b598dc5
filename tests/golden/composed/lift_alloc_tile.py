# about: a buffer of a block moves to the block around it
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((32, 12), "float32"), Y: T.Buffer((32, 12), "float32")):
    for t in range(8):
        with T.block("tile"):
            vt = T.axis.spatial(8, t)
            T.reads(A[vt * 4:vt * 4 + 4, 0:12])
            T.writes(Y[vt * 4:vt * 4 + 4, 0:12])
            X = T.alloc_buffer((4, 12), "float32")
            for i, j in T.grid(4, 12):
                with T.block("X"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    X[vi, vj] = A[vt * 4 + vi, vj] + T.float32(1)
            for i, j in T.grid(4, 12):
                with T.block("Y"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    Y[vt * 4 + vi, vj] = X[vi, vj] * T.float32(2)



def schedule(sch):
    sch.lift_alloc("tile", "X")
