# Conditions that the ranges of loops decide are gone, with the branch that is never taken.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        if i < 16:
            B[i] = A[i]
        else:
            B[0] = T.float32(0)
        if i * 2 + 1 == 6:
            B[i] = T.float32(7)
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        B[i] = A[i]
