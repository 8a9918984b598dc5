# A loop of one iteration becomes its body, unless an annotation is on it; a loop of none is gone.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        for j in range(1):
            for k in range(0):
                B[i] = T.float32(1)
            B[i + j] = A[i]
    for i in T.serial(1, annotations={"pragma_unroll_explicit": 0}):
        B[i] = A[i + 1]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        B[i] = A[i]
    for i in T.serial(1, annotations={"pragma_unroll_explicit": 0}):
        B[0] = A[1]
