# A predicate becomes an if, and the buffers of a block are allocated around its body.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i, j in T.grid(4, 5):
        with T.block("B"):
            T.where(i * 5 + j < 16)
            C = T.alloc_buffer((1,))
            C[0] = A[i * 5 + j]
            B[i * 5 + j] = C[0]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i, j in T.grid(4, 5):
        if i * 5 + j < 16:
            C = T.allocate([1], "float32", "global")
            C_1 = T.Buffer((1,), data=C)
            C_1[0] = A[i * 5 + j]
            B[i * 5 + j] = C_1[0]
