# Variables and declared buffers that nobody uses are gone, with what was computed for nothing.
# Memory stays as long as there is a statement in its scope.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    x = T.allocate([16], "float32", "global")
    X = T.Buffer((16,), data=x)
    for i in range(16):
        unused: T.int32 = i * 7
        T.evaluate(i + 1)
        B[i] = A[i]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    x = T.allocate([16], "float32", "global")
    for i in range(16):
        B[i] = A[i]
