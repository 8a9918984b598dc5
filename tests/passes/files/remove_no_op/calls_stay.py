# A call that does something stays, as does memory that is written.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    x = T.allocate([16], "float32", "global")
    X = T.Buffer((16,), data=x)
    for i in range(16):
        X[i] = A[i]
        B[i] = X[i]
        T.evaluate(T.tvm_storage_sync("shared"))
# ---
# unchanged
