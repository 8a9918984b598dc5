from tvm.script import tir as T


@T.prim_func
def tiles(A: T.Buffer((64, 16), "float32"), B: T.Buffer((64, 16), "float32")):
    for t in range(16):
        with T.block("tile"):
            vt = T.axis.spatial(16, t)
            T.reads(A[vt * 4:vt * 4 + 4, 0:16])
            T.writes(B[vt * 4:vt * 4 + 4, 0:16])
            X = T.alloc_buffer((4, 16), "float32")
            for i, j in T.grid(4, 16):
                with T.block("X"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    X[vi, vj] = A[vt * 4 + vi, vj] + T.float32(1)
            for i, j in T.grid(4, 16):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vt * 4 + vi, vj] = X[3 - vi, vj]
