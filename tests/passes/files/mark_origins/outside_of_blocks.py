# Statements without a block around them get the loop alone; those outside of both get nothing.
# show: origins
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    B[0] = T.float32(1)
    for i in range(1, 16):
        if i % 2 == 0:
            B[i] = A[i]
        else:
            for j in range(1):
                B[i] = A[i - 1] + T.float32(j)
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    B[0] = T.float32(1.0)
    for i in range(1, 16):
        if i % 2 == 0:
            B[i] = A[i]
        else:
            for j in range(1):
                B[i] = A[i - 1] + T.Cast("float32", j)

# B[0] = T.float32(1.0): block -, loop -
# if i % 2 == 0:: block -, loop i
# B[i] = A[i]: block -, loop i
# B[i] = A[i - 1] + T.Cast("float32", j): block -, loop j
