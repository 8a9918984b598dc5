# about: a number beside an int8 is an int32: 127 + 1 is 128; beside a comparison it takes the other's type; a store casts
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "int8"), B: T.Buffer((16,), "int32"), C: T.Buffer((16,), "int8"), D: T.Buffer((16,), "bool")):
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = A[vi] + 1
            C[vi] = A[vi] + 1
            D[vi] = A[vi] > 100


@T.prim_func
def expected(A: T.Buffer((16,), "int8"), B: T.Buffer((16,), "int32"), C: T.Buffer((16,), "int8"), D: T.Buffer((16,), "bool")):
    # with T.block("root"):
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi])
            T.writes(B[vi], C[vi], D[vi])
            B[vi] = T.Cast("int32", A[vi]) + 1
            C[vi] = T.Cast("int8", T.Cast("int32", A[vi]) + 1)
            D[vi] = A[vi] > T.int8(100)
