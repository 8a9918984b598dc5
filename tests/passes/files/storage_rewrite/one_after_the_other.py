# The second buffer is used when the first is done, so it takes its memory.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    x = T.allocate([16], "float32", "global")
    X = T.Buffer((16,), "float32", data=x)
    y = T.allocate([16], "float32", "global")
    Y = T.Buffer((16,), "float32", data=y)
    for i in range(16):
        X[i] = A[i] + T.float32(1)
    for i in range(16):
        B[i] = X[15 - i]
    for i in range(16):
        Y[i] = B[i] * T.float32(2)
    for i in range(16):
        B[i] = Y[15 - i]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    x = T.allocate([16], "float32", "global")
    X = T.Buffer((16,), data=x)
    Y = T.Buffer((16,), data=x)
    for i in range(16):
        X[i] = A[i] + T.float32(1.0)
    for i in range(16):
        B[i] = X[15 - i]
    for i in range(16):
        Y[i] = B[i] * T.float32(2.0)
    for i in range(16):
        B[i] = Y[15 - i]
