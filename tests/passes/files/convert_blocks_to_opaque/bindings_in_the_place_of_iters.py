# Block iters are replaced by their bindings, also in the regions that the block says it touches.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i, j in T.grid(4, 4):
        with T.block("B"):
            v = T.axis.spatial(16, i * 4 + j)
            T.reads(A[v])
            T.writes(B[v])
            B[v] = A[v] + T.float32(v)
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    # with T.block("root"):
    for i, j in T.grid(4, 4):
        with T.block("B"):
            T.reads(A[i * 4 + j])
            T.writes(B[i * 4 + j])
            B[i * 4 + j] = A[i * 4 + j] + T.Cast("float32", i * 4 + j)
