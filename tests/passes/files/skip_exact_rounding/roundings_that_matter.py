# Of numbers that are too large, too fine or unknown, and of integers that may wrap around.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4096,), "int32"), H: T.Buffer((4096,), "float16"), B: T.Buffer((4096,), "float32"), C: T.Buffer((4096,), "float32"), D: T.Buffer((4096,), "float32"), E: T.Buffer((4096,), "float32"), F: T.Buffer((4096,), "float32")):
    for i in range(4096):
        B[i] = T.Cast("float32", T.Cast("float16", i))
        C[i] = T.Cast("float32", T.Cast("float16", i % 8) * T.float16(0.1))
        D[i] = T.Cast("float32", H[i] + T.float16(1))
        E[i] = T.Cast("float32", T.Cast("float16", T.min(T.bitwise_and(A[i], 2147483647) + 5, 100)))
        F[i] = T.Cast("float32", T.Cast("bfloat16", i % 512))
# ---
@T.prim_func
def after(A: T.Buffer((4096,), "int32"), H: T.Buffer((4096,), "float16"), B: T.Buffer((4096,), "float32"), C: T.Buffer((4096,), "float32"), D: T.Buffer((4096,), "float32"), E: T.Buffer((4096,), "float32"), F: T.Buffer((4096,), "float32")):
    for i in range(4096):
        B[i] = T.Cast("float32", T.Cast("float16", i))
        C[i] = T.Cast("float32", T.Cast("float16", T.Cast("float32", i % 8) * T.float32(0.099975586000000005)))
        D[i] = T.Cast("float32", H[i] + T.float16(1.0))
        E[i] = T.Cast("float32", T.Cast("float16", T.min(T.bitwise_and(A[i], 2147483647) + 5, 100)))
        F[i] = T.Cast("float32", T.Cast("bfloat16", i % 512))
