# Products are computed in 64 bits, rounded to the nearest number and shifted once.
from tvm.script import tirx as T


@T.prim_func
def before(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32"), s: T.int32):
    for i in range(4):
        B[i] = T.q_multiply_shift(A[i], 1395864371, 31, -3)
    for i in range(4):
        B[i] = T.q_multiply_shift(A[i], 1395864371, 31, s)
# ---
