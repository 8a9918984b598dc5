# More lanes than the target takes are done in equal pieces, where the number has such a divisor.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((96,), "float32"), B: T.Buffer((96,), "float32")):
    for i in T.vectorized(96):
        B[i] = A[i]
# ---
@T.prim_func
def after(A: T.Buffer((96,), "float32"), B: T.Buffer((96,), "float32")):
    for i_v in range(2):
        B[i_v * 48:i_v * 48 + 48] = A[i_v * 48:i_v * 48 + 48]
