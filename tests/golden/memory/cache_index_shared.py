from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((10, 40), "int32"), B: T.Buffer((20, 30), "int32")):
    for y, x in T.grid(20, 30):
        with T.block("B"):
            vy, vx = T.axis.remap("SS", [y, x])
            B[vy, vx] = A[vy // 2, vx + vy // 2] + A[vy // 2, (vx * 7 + vy) % 40]


def schedule(sch):
    sch.cache_index("B", "global", 1)
    sch.cache_index("B", "global", 0)
