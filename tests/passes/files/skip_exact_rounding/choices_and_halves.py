# Multiples of a half, choices among known values, comparisons, and a rounding of float32.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((64,), "int8"), B: T.Buffer((64,), "bfloat16"), C: T.Buffer((64,), "bool"), D: T.Buffer((64,), "float32")):
    for i in range(64):
        B[i] = T.min(T.Cast("bfloat16", A[i]), T.bfloat16(3)) * T.bfloat16(0.5) + B[i]
        C[i] = T.Cast("float16", A[i]) < T.Cast("float16", i)
        D[i] = T.Cast("float32", T.Cast("float16", T.Cast("float32", A[i]) * T.float32(2)) + T.Select(A[i] < T.int8(0), T.float16(1), T.Cast("float16", i)))
# ---
@T.prim_func
def after(A: T.Buffer((64,), "int8"), B: T.Buffer((64,), "bfloat16"), C: T.Buffer((64,), "bool"), D: T.Buffer((64,), "float32")):
    for i in range(64):
        B[i] = T.Cast("bfloat16", T.min(T.Cast("float32", A[i]), T.float32(3.0)) * T.float32(0.5) + T.Cast("float32", B[i]))
        C[i] = T.Cast("float32", A[i]) < T.Cast("float32", i)
        D[i] = T.Cast("float32", A[i]) * T.float32(2.0) + T.Select(A[i] < T.int8(0), T.float32(1.0), T.Cast("float32", i))
