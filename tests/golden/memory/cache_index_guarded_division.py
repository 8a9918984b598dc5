from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((40,), "int32"), B: T.Buffer((20,), "int32")):
    for y in range(20):
        with T.block("B"):
            vy = T.axis.spatial(20, y)
            B[vy] = T.if_then_else(vy > 0, A[39 // vy], 0) + A[vy // 3]


def schedule(sch):
    sch.cache_index("B", "global", 0)
