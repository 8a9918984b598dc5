# A guard that holds up to some iteration shortens a loop with nothing else in it.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(20):
        if i < 16:
            B[i] = A[i]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        B[i] = A[i]
    for i in range(16, 16):
        B[i] = A[i]
