# Elements that are read as one number have each their part of the constant.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((64,), "int8"), C: T.Buffer((16,), "int32")):
    s = T.allocate([64], "int8", "global")
    S = T.Buffer((64,), "int8", data=s)
    for i in range(64):
        S[i] = A[i]
    for i in range(16):
        C[i] = T.bitwise_xor(T.reinterpret("int32", S[i * 4:i * 4 + 4]), T.int32(-2139062144))
# ---
@T.prim_func
def after(A: T.Buffer((64,), "int8"), C: T.Buffer((16,), "int32")):
    s = T.allocate([64], "int8", "global")
    S = T.Buffer((64,), "int8", data=s)
    for i in range(64):
        S[i] = T.bitwise_xor(A[i], T.int8(-128))
    for i in range(16):
        C[i] = T.reinterpret("int32", S[i * 4:i * 4 + 4])
