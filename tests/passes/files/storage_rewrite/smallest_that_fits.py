# Of the memory that is free the smallest that fits is taken.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    x = T.allocate([64], "float32", "global")
    X = T.Buffer((64,), "float32", data=x)
    y = T.allocate([16], "float32", "global")
    Y = T.Buffer((16,), "float32", data=y)
    z = T.allocate([8], "float32", "global")
    Z = T.Buffer((8,), "float32", data=z)
    for i in range(64):
        X[i] = A[i % 16]
    for i in range(16):
        Y[i] = X[i * 4]
    for i in range(16):
        B[i] = Y[i]
    for i in range(8):
        Z[i] = B[i] + T.float32(1)
    for i in range(8):
        B[i] = Z[7 - i]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    x = T.allocate([64], "float32", "global")
    y = T.allocate([16], "float32", "global")
    X = T.Buffer((64,), data=x)
    Y = T.Buffer((16,), data=y)
    Z = T.Buffer((8,), data=y)
    for i in range(64):
        X[i] = A[i % 16]
    for i in range(16):
        Y[i] = X[i * 4]
    for i in range(16):
        B[i] = Y[i]
    for i in range(8):
        Z[i] = B[i] + T.float32(1.0)
    for i in range(8):
        B[i] = Z[7 - i]
