# about: of integers that are equally wide the unsigned type wins, else the wider; updates cast back
from tvm.script import tir as T


@T.prim_func
def before(S: T.Buffer((16,), "int32"), U: T.Buffer((16,), "uint32"), B: T.Buffer((16,), "uint8"), X: T.Buffer((16,), "uint32"), Y: T.Buffer((16,), "int64")):
    for i in range(16):
        with T.block("X"):
            vi = T.axis.spatial(16, i)
            X[vi] = T.max(S[vi], U[vi]) + 1
            Y[vi] = (B[vi] - 200) * T.int64(2) + (B[vi] << 3) // 5
            B[vi] += 1


@T.prim_func
def expected(S: T.Buffer((16,), "int32"), U: T.Buffer((16,), "uint32"), B: T.Buffer((16,), "uint8"), X: T.Buffer((16,), "uint32"), Y: T.Buffer((16,), "int64")):
    # with T.block("root"):
    for i in range(16):
        with T.block("X"):
            vi = T.axis.spatial(16, i)
            T.reads(S[vi], U[vi], B[vi])
            T.writes(X[vi], Y[vi], B[vi])
            X[vi] = T.max(T.Cast("uint32", S[vi]), U[vi]) + T.uint32(1)
            Y[vi] = T.Cast("int64", T.Cast("int32", B[vi]) - 200) * T.int64(2) + T.Cast("int64", T.shift_left(T.Cast("int32", B[vi]), 3) // 5)
            B[vi] = T.Cast("uint8", T.Cast("int32", B[vi]) + 1)
