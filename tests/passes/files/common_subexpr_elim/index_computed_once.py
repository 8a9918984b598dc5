# Index arithmetic that occurs several times becomes a variable, the largest expression first.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i, j in T.grid(4, 4):
        B[i * 4 + (3 - j)] = A[i * 4 + (3 - j)] + A[i * 4 + j]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(4):
        cse_var_1: T.int32 = i * 4
        for j in range(4):
            cse_var_2: T.int32 = cse_var_1 + (3 - j)
            B[cse_var_2] = A[cse_var_2] + A[cse_var_1 + j]
