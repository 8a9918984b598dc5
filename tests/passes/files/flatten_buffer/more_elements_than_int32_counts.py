# Places of buffers with more than 2^31 - 1 elements are computed in 64 bits.
# cannot run: it takes 8 GiB
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((65536, 65536), "int8"), B: T.Buffer((65536, 65536), "int8")):
    for i, j in T.grid(65536, 65536):
        B[i, j] = A[i, j]
# ---
@T.prim_func
def after(A: T.Buffer((65536, 65536), "int8"), B: T.Buffer((65536, 65536), "int8")):
    A_1 = T.Buffer((T.int64(4294967296),), "int8", data=A.data)
    B_1 = T.Buffer((T.int64(4294967296),), "int8", data=B.data)
    for i, j in T.grid(65536, 65536):
        B_1[T.Cast("int64", i) * T.int64(65536) + T.Cast("int64", j)] = A_1[T.Cast("int64", i) * T.int64(65536) + T.Cast("int64", j)]
