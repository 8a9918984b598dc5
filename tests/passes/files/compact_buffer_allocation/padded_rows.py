# Rows get the strides that storage_align asks for, and its annotation is gone.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    with T.block(""):
        C = T.alloc_buffer((4, 8))
        for i, j in T.grid(4, 8):
            with T.block("C"):
                T.block_attr({"buffer_dim_align": [[0, 0, 16, 1]]})
                C[i, j] = A[i, j]
        for i, j in T.grid(4, 8):
            B[i, j] = C[3 - i, j]
# ---
@T.prim_func
def after(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    with T.block(""):
        T.reads(A[0:4, 0:8])
        T.writes(B[0:4, 0:8])
        C = T.alloc_buffer((4, 8), strides=(17, 1))
        for i, j in T.grid(4, 8):
            with T.block("C"):
                T.reads(A[i, j])
                T.writes(C[i, j])
                C[i, j] = A[i, j]
        for i, j in T.grid(4, 8):
            B[i, j] = C[3 - i, j]
