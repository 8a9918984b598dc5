# A store to one element by all lanes is run by a serial loop, in the order of the lanes.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    B[0] = T.float32(0)
    for i in T.vectorized(16):
        B[0] = B[0] + A[i]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    B[0] = T.float32(0.0)
    for i_s in range(16):
        B[0] = B[0] + A[i_s]
