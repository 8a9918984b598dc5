# Vectors that are longer than a row go on in the next rows.
from tvm.script import tir as T


@T.prim_func
def whole(B: T.Buffer((16, 4), "int32"), O: T.Buffer((64,), "int32")):
    O.vstore([0], B.vload([0, 0], "int32x64"))


@T.prim_func
def part(B: T.Buffer((6, 4), "int32"), O: T.Buffer((4, 4), "int32")):
    O.vstore([1, 1], B.vload([1, 2], "int32x8") + T.Broadcast(1, 8))


@T.prim_func
def three(B: T.Buffer((2, 3, 4), "int32"), O: T.Buffer((16,), "int32")):
    O.vstore([0], B.vload([0, 1, 2], "int32x16"))


@T.prim_func
def rows(B: T.Buffer((4, 4), "int32"), O: T.Buffer((2, 8), "int32")):
    for i in range(2):
        with T.block("O"):
            vi = T.axis.spatial(2, i)
            O.vstore([vi, 0], B.vload([vi * 2, 0], "int32x8"))


@T.prim_func
def matched(W: T.Buffer((3, 4, 4), "int32"), O: T.Buffer((3, 16), "int32")):
    for i in range(3):
        with T.block("O"):
            vi = T.axis.spatial(3, i)
            T.reads(W[vi, 0:4, 0:4])
            T.writes(O[vi, 0:16])
            B = T.match_buffer(W[vi, 0:4, 0:4], (4, 4), "int32", offset_factor=1)
            O[vi, 0:16] = B.vload([0, 0], "int32x16")


@T.prim_func
def staged(B: T.Buffer((4, 4), "int32"), O: T.Buffer((16,), "int32")):
    S = T.alloc_buffer((4, 4), "int32")
    for i, j in T.grid(4, 4):
        with T.block("S"):
            vi, vj = T.axis.remap("SS", [i, j])
            S[vi, vj] = B[vi, vj] * 2
    for i in range(2):
        with T.block("O"):
            vi = T.axis.spatial(2, i)
            O[vi * 8:vi * 8 + 8] = S.vload([vi * 2, 0], "int32x8")


@T.prim_func
def apart(W: T.Buffer((4, 8), "int32"), O: T.Buffer((2, 16), "int32")):
    for i in range(2):
        with T.block("O"):
            vi = T.axis.spatial(2, i)
            T.reads(W[0:4, vi * 4:vi * 4 + 4])
            T.writes(O[vi, 0:16])
            B = T.match_buffer(W[0:4, vi * 4:vi * 4 + 4], (4, 4), "int32", strides=("s0", "s1"), offset_factor=1)
            O[vi, 0:16] = B.vload([0, 0], "int32x16")
