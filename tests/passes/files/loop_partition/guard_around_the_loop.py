# A guard that does not depend on the loop goes around it.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(5):
        for j in range(4):
            if i < 4:
                B[i * 4 + j] = A[i * 4 + j]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i, j in T.grid(4, 4):
        B[i * 4 + j] = A[i * 4 + j]
