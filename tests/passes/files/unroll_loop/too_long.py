# A loop that would become more than 1024 statements stays a loop.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((5000,), "float32"), B: T.Buffer((1,), "float32")):
    for i in T.unroll(5000):
        B[0] = A[i]
# ---
# unchanged
