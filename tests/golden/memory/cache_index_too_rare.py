# about: what occurs less often than cse_thresh stays
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((10,), "int32"), B: T.Buffer((20,), "int32")):
    for y in range(20):
        with T.block("B"):
            vy = T.axis.spatial(20, y)
            B[vy] = A[vy // 2] + A[vy // 2]


def schedule(sch):
    sch.cache_index("B", "global", 3)


@T.prim_func
def expected(A: T.Buffer((10,), "int32"), B: T.Buffer((20,), "int32")):
    # with T.block("root"):
    for y in range(20):
        with T.block("B"):
            vy = T.axis.spatial(20, y)
            T.reads(A[vy // 2])
            T.writes(B[vy])
            B[vy] = A[vy // 2] + A[vy // 2]
