# Under a condition its truth is known, also in the branches of if_then_else.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        if i < 8:
            B[i] = T.if_then_else(i < 12, A[i], T.float32(0))
        else:
            B[i] = T.if_then_else(i >= 8 and i < 10, A[i - 8], T.float32(1))
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        if i < 8:
            B[i] = A[i]
        else:
            B[i] = T.if_then_else(i < 10, A[i - 8], T.float32(1.0))
