# With other statements beside it, the loop is split where the guard begins to fail.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(3):
        for j in range(6):
            if i * 6 + j < 16:
                B[i * 6 + j] = A[i * 6 + j]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i, j in T.grid(2, 6):
        B[i * 6 + j] = A[i * 6 + j]
    for j in range(4):
        B[T.Mul(2, 6) + j] = A[T.Mul(2, 6) + j]
    for j in range(4, 4):
        B[T.Mul(2, 6) + j] = A[T.Mul(2, 6) + j]
