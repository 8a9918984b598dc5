# Integers of -7 to 8 are numbers of float16; what they are multiplied by is not known, so that product is rounded.
from tvm.script import tir as T


@T.prim_func
def before(W: T.Buffer((8,), "uint32"), S: T.Buffer((64,), "float16"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        B[i] = T.Cast("float32", (T.Cast("float16", T.bitwise_and(T.shift_right(W[i // 8], T.Cast("uint32", i % 8 * 4)), T.uint32(15))) - T.float16(7)) * S[i])
# ---
@T.prim_func
def after(W: T.Buffer((8,), "uint32"), S: T.Buffer((64,), "float16"), B: T.Buffer((64,), "float32")):
    for i in range(64):
        B[i] = T.Cast("float32", T.Cast("float16", (T.Cast("float32", T.bitwise_and(T.shift_right(W[i // 8], T.Cast("uint32", i % 8 * 4)), T.uint32(15))) - T.float32(7.0)) * T.Cast("float32", S[i])))
