# A guard that reads data says nothing of iterations.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        if A[i] < T.float32(0):
            B[i] = A[i]
        else:
            B[i] = T.float32(0)
# ---
# unchanged
