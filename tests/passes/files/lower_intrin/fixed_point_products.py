# Products are computed in 64 bits, rounded to the nearest number and shifted once.
from tvm.script import tirx as T


@T.prim_func
def before(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32"), s: T.int32):
    for i in range(4):
        B[i] = T.q_multiply_shift(A[i], 1395864371, 31, -3)
    for i in range(4):
        B[i] = T.q_multiply_shift(A[i], 1395864371, 31, s)
# ---
@T.prim_func
def after(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32"), s: T.int32):
    for i in range(4):
        B[i] = T.Cast("int32", T.shift_right(T.Cast("int64", T.shift_left(A[i], 0)) * T.int64(1395864371) + T.shift_right(T.shift_left(T.int64(1), T.int64(34)), T.int64(1)), T.int64(34)))
    for i in range(4):
        B[i] = T.Cast("int32", T.shift_right(T.Cast("int64", T.shift_left(A[i], T.max(s, 0))) * T.int64(1395864371) + T.shift_right(T.shift_left(T.int64(1), T.Cast("int64", 31 + T.max(0 - s, 0))), T.int64(1)), T.Cast("int64", 31 + T.max(0 - s, 0))))
