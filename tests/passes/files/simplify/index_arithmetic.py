# Quotients and remainders of split loops go back to their loops.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i, j in T.grid(4, 4):
        B[(i * 4 + j) // 4 * 4 + (i * 4 + j) % 4] = A[i * 4 + j + 0 * i]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i, j in T.grid(4, 4):
        B[i * 4 + j] = A[i * 4 + j]
