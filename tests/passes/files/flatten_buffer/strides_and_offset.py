# Strides and the offset of a buffer count; its flat form is as long as its memory.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    C = T.allocate([80], "float32", "global")
    C_1 = T.Buffer((4, 8), data=C, strides=[17, 2], elem_offset=3)
    for i, j in T.grid(4, 8):
        C_1[i, j] = A[i, j]
    for i, j in T.grid(4, 8):
        B[i, j] = C_1[3 - i, j]
# ---
@T.prim_func
def after(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    A_1 = T.Buffer((32,), data=A.data)
    B_1 = T.Buffer((32,), data=B.data)
    C = T.allocate([80], "float32", "global")
    C_1 = T.Buffer((69,), data=C)
    for i, j in T.grid(4, 8):
        C_1[3 + i * 17 + j * 2] = A_1[i * 8 + j]
    for i, j in T.grid(4, 8):
        B_1[i * 8 + j] = C_1[3 + (3 - i) * 17 + j * 2]
