# about: a tile that reaches before the buffer keeps its guard in the dimension that does, and only there
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 6), "int32"), B: T.Buffer((16, 6), "int32")):
    for i in range(4):
        with T.block("tile"):
            v = T.axis.spatial(4, i)
            T.reads(A[v * 4 - 1:v * 4 + 4, 0:6])
            T.writes(B[v * 4:v * 4 + 4, 0:6])
            for k, j in T.grid(4, 6):
                with T.block("B"):
                    vk, vj = T.axis.remap("SS", [k, j])
                    T.reads(A[v * 4 + vk - 1:v * 4 + vk + 1, vj])
                    T.writes(B[v * 4 + vk, vj])
                    B[v * 4 + vk, vj] = T.if_then_else(v * 4 + vk >= 1, A[v * 4 + vk - 1, vj], 0) + A[v * 4 + vk, vj]


def schedule(sch):
    sch.cache_read("B", 0, "shared")


@T.prim_func
def expected(A: T.Buffer((16, 6), "int32"), B: T.Buffer((16, 6), "int32")):
    # with T.block("root"):
    for i in range(4):
        with T.block("tile"):
            v = T.axis.spatial(4, i)
            T.reads(A[v * 4 - 1:v * 4 + 4, 0:6])
            T.writes(B[v * 4:v * 4 + 4, 0:6])
            A_shared = T.alloc_buffer((5, 6), "int32", scope="shared")
            for ax0, ax1 in T.grid(5, 6):
                with T.block("A_shared"):
                    v0, v1 = T.axis.remap("SS", [ax0, ax1])
                    T.where(v * 4 - 1 + ax0 >= 0)
                    T.reads(A[v * 4 - 1 + v0, v1])
                    T.writes(A_shared[v0, v1])
                    A_shared[v0, v1] = A[v * 4 - 1 + v0, v1]
            for k, j in T.grid(4, 6):
                with T.block("B"):
                    vk, vj = T.axis.remap("SS", [k, j])
                    T.reads(A_shared[vk:vk + 2, vj])
                    T.writes(B[v * 4 + vk, vj])
                    B[v * 4 + vk, vj] = T.if_then_else(v * 4 + vk >= 1, A_shared[vk, vj], 0) + A_shared[vk + 1, vj]
