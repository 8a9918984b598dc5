# about: cse_thresh 2 keeps what occurs twice, also where one of the two is written in another way, and nothing else
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 24), "int32"), B: T.Buffer((20, 30), "int32")):
    for y, x in T.grid(20, 30):
        with T.block("B"):
            vy, vx = T.axis.remap("SS", [y, x])
            T.reads(A[vy // 2:vy // 2 + 2, 0:24])
            T.writes(B[vy, vx])
            B[vy, vx] = A[vy // 2, (vx + 7) // 3] + A[vy * 2 // 4 + 1, vx // 2]


def schedule(sch):
    sch.cache_index("B", "global", cse_thresh=2)


@T.prim_func
def expected(A: T.Buffer((24, 24), "int32"), B: T.Buffer((20, 30), "int32")):
    # with T.block("root"):
    index_var_0 = T.alloc_buffer((20,), "int32", strides=(1,))
    for ax0 in range(20):
        with T.block("index_0"):
            v0 = T.axis.spatial(20, ax0)
            T.reads()
            T.writes(index_var_0[v0])
            index_var_0[v0] = v0 // 2
    for y, x in T.grid(20, 30):
        with T.block("B"):
            vy, vx = T.axis.remap("SS", [y, x])
            T.reads(A[vy // 2:vy // 2 + 2, 0:24])
            T.writes(B[vy, vx])
            B[vy, vx] = A[index_var_0[vy], (vx + 7) // 3] + A[index_var_0[vy] + 1, vx // 2]
