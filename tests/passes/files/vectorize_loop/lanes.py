# The iterations of the loop become lanes; what is the same in all is broadcast.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in T.vectorized(16):
        B[i] = A[i] * A[0] + T.float32(2)
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    B[0:16] = A[0:16] * T.Broadcast(A[0], 16) + T.Broadcast(T.float32(2.0), 16)
