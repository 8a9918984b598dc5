# All reads flip the same bits: the store does it once.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((64,), "int8"), B: T.Buffer((64,), "int8")):
    s = T.allocate([64], "int8", "global")
    S = T.Buffer((64,), "int8", data=s)
    for i in range(64):
        S[i] = A[i]
    for i, j in T.grid(4, 64):
        B[j] = T.bitwise_xor(S[63 - j], T.int8(-128))
# ---
@T.prim_func
def after(A: T.Buffer((64,), "int8"), B: T.Buffer((64,), "int8")):
    s = T.allocate([64], "int8", "global")
    S = T.Buffer((64,), "int8", data=s)
    for i in range(64):
        S[i] = T.bitwise_xor(A[i], T.int8(-128))
    for i, j in T.grid(4, 64):
        B[j] = S[63 - j]
