# A buffer that storage_swizzle names gets the scope of its layout, and the annotation is gone.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
    with T.block(""):
        C = T.alloc_buffer((4, 32), scope="shared")
        for i, j in T.grid(4, 32):
            with T.block("C"):
                T.block_attr({"buffer_swizzle": [[0, 128]]})
                C[i, j] = A[i, j]
        for i, j in T.grid(4, 32):
            B[i, j] = C[3 - i, j]
# ---
@T.prim_func
def after(A: T.Buffer((4, 32), "float32"), B: T.Buffer((4, 32), "float32")):
    with T.block(""):
        T.reads(A[0:4, 0:32])
        T.writes(B[0:4, 0:32])
        C = T.alloc_buffer((4, 32), scope="shared.swizzle_128b")
        for i, j in T.grid(4, 32):
            with T.block("C"):
                T.reads(A[i, j])
                T.writes(C[i, j])
                C[i, j] = A[i, j]
        for i, j in T.grid(4, 32):
            B[i, j] = C[3 - i, j]
