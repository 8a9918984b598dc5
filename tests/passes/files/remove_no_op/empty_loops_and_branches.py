# Loops and branches without a statement are gone, from the inside out.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        if i < 8:
            for j in range(4):
                T.evaluate(0)
        else:
            T.evaluate(0)
        B[i] = A[i]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        B[i] = A[i]
