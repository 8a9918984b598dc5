# Memory of another type is not shared.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    x = T.allocate([16], "float32", "global")
    X = T.Buffer((16,), "float32", data=x)
    y = T.allocate([16], "int32", "global")
    Y = T.Buffer((16,), "int32", data=y)
    for i in range(16):
        X[i] = A[i] + T.float32(1)
    for i in range(16):
        B[i] = X[15 - i]
    for i in range(16):
        Y[i] = i * 3
    for i in range(16):
        B[i] = B[i] + T.Cast("float32", Y[i])
# ---
# unchanged
