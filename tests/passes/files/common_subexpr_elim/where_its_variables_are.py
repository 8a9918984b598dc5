# A variable stands in the loop whose variable its expression needs, not deeper.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(2):
        for j in range(4):
            B[i * 8 + j] = A[i * 8 + j]
        for j in range(4):
            B[i * 8 + j + 4] = A[i * 8 + j + 4]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(2):
        cse_var_1: T.int32 = i * 8
        for j in range(4):
            cse_var_2: T.int32 = cse_var_1 + j
            B[cse_var_2] = A[cse_var_2]
        for j in range(4):
            cse_var_3: T.int32 = cse_var_1 + j + 4
            B[cse_var_3] = A[cse_var_3]
