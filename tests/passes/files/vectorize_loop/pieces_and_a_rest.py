# Otherwise the last piece is shorter. Here the target takes 16 lanes.
# lanes: 16
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((37,), "float32"), B: T.Buffer((37,), "float32")):
    for i in T.vectorized(37):
        B[i] = A[i] + T.float32(1)
# ---
@T.prim_func
def after(A: T.Buffer((37,), "float32"), B: T.Buffer((37,), "float32")):
    for i_v in range(2):
        B[i_v * 16:i_v * 16 + 16] = A[i_v * 16:i_v * 16 + 16] + T.Broadcast(T.float32(1.0), 16)
    B[32:37] = A[32:37] + T.Broadcast(T.float32(1.0), 5)
