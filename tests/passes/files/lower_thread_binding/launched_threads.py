# Threads that are launched, as other systems write them, become loops too.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    b = T.launch_thread("blockIdx.x", 4)
    t = T.launch_thread("threadIdx.x", 4)
    B[b * 4 + t] = A[b * 4 + t]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for b, t in T.grid(4, 4):
        B[b * 4 + t] = A[b * 4 + t]
