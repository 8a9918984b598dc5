from tvm.script import tir as T


@T.prim_func
def stencil(A: T.Buffer((66, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    B = T.alloc_buffer((66, 64), "float32")
    for i, j in T.grid(66, 64):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * A[vi, vj]
    for i, j in T.grid(64, 64):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + B[vi + 1, vj] + B[vi + 2, vj]
