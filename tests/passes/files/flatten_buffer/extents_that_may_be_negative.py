# Two negative extents are no positive number of elements; sizes of the caller's buffers are 0 or more.
# bind: n=2, m=3
from tvm.script import tir as T


@T.prim_func
def before(a: T.handle, b: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(a, (n, m), "float32")
    B = T.match_buffer(b, (n, m), "float32")
    C = T.allocate([n - 4, m - 4], "float32", "global")
    C_1 = T.Buffer((n - 4, m - 4), "float32", data=C)
    D = T.allocate([n, m], "float32", "global")
    D_1 = T.Buffer((n, m), "float32", data=D)
    for i, j in T.grid(n - 4, m - 4):
        C_1[i, j] = A[i, j]
        D_1[i, j] = C_1[i, j]
        B[i, j] = D_1[i, j]
# ---
@T.prim_func
def after(var_A: T.handle, var_B: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(var_A, (n, m), "float32")
    B = T.match_buffer(var_B, (n, m), "float32")
    A_1 = T.Buffer((n * m,), data=A.data)
    B_1 = T.Buffer((n * m,), data=B.data)
    C = T.allocate([T.max(n - 4, 0) * T.max(m - 4, 0)], "float32", "global")
    C_1 = T.Buffer(((n - 4) * (m - 4),), data=C)
    D = T.allocate([n * m], "float32", "global")
    D_1 = T.Buffer((n * m,), data=D)
    for i, j in T.grid(n - 4, m - 4):
        C_1[i * (m - 4) + j] = A_1[i * m + j]
        D_1[i * m + j] = C_1[i * (m - 4) + j]
        B_1[i * m + j] = D_1[i * m + j]
