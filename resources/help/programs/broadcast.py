from tvm.script import tir as T


@T.prim_func
def broadcast(A: T.Buffer((64,), "float32"), B: T.Buffer((64, 32), "float32"), C: T.Buffer((32, 64), "float32")):
    W = T.alloc_buffer((64,), "float32")
    for i in range(64):
        with T.block("W"):
            vi = T.axis.remap("S", [i])
            W[vi] = T.exp(A[vi])
    for j, i in T.grid(32, 64):
        with T.block("C"):
            vj, vi = T.axis.remap("SS", [j, i])
            C[vj, vi] = B[vi, vj] * W[vi]
