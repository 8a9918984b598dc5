# A choice that depends on the lane is made by a mask, so that nothing is read out of bounds.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in T.vectorized(16):
        B[i] = T.if_then_else(1 <= i, A[i - 1], T.float32(0))
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    B[0:16] = T.if_then_else(T.Broadcast(1, 16) <= T.Ramp(0, 1, 16), A[-1:15], T.Broadcast(T.float32(0.0), 16))
