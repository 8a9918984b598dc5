# Sizes that the caller gives stay in the places of elements.
# bind: n=5
from tvm.script import tir as T


@T.prim_func
def before(a: T.handle, b: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (4, n), "float32")
    B = T.match_buffer(b, (4, n), "float32")
    for i, j in T.grid(4, n):
        B[i, j] = A[i, n - 1 - j]
# ---
@T.prim_func
def after(var_A: T.handle, var_B: T.handle):
    n = T.int32()
    A = T.match_buffer(var_A, (4, n), "float32")
    B = T.match_buffer(var_B, (4, n), "float32")
    A_1 = T.Buffer((4 * n,), data=A.data)
    B_1 = T.Buffer((4 * n,), data=B.data)
    for i, j in T.grid(4, n):
        B_1[i * n + j] = A_1[i * n + (n - 1 - j)]
