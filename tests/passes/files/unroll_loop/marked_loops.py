# A loop marked T.unroll becomes its iterations.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(4):
        for j in T.unroll(4):
            B[i * 4 + j] = A[i * 4 + j]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(4):
        B[T.Add(i * 4, 0)] = A[T.Add(i * 4, 0)]
        B[i * 4 + 1] = A[i * 4 + 1]
        B[i * 4 + 2] = A[i * 4 + 2]
        B[i * 4 + 3] = A[i * 4 + 3]
