# The predicate of a block stays; it speaks of loops already.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i, j in T.grid(4, 5):
        with T.block("B"):
            v = T.axis.spatial(16, i * 5 + j)
            T.where(i * 5 + j < 16)
            B[v] = A[v]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    # with T.block("root"):
    for i, j in T.grid(4, 5):
        with T.block("B"):
            T.where(i * 5 + j < 16)
            T.reads(A[i * 5 + j])
            T.writes(B[i * 5 + j])
            B[i * 5 + j] = A[i * 5 + j]
