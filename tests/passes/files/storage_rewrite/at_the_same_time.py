# Both are in use at the same time, so each keeps its memory.
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
        Y[i] = X[15 - i]
    for i in range(16):
        B[i] = X[i] + Y[i]
# ---
# unchanged
