# about: a table has one dimension for each iter of its expression, in the order of their first use
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((9, 12), "int32"), B: T.Buffer((20, 30), "int32")):
    for y, x in T.grid(20, 30):
        with T.block("B"):
            vy, vx = T.axis.remap("SS", [y, x])
            B[vy, vx] = A[vx // 4 + vy // 15, vy // 2]


def schedule(sch):
    sch.cache_index("B", "local", 1)


@T.prim_func
def expected(A: T.Buffer((9, 12), "int32"), B: T.Buffer((20, 30), "int32")):
    # with T.block("root"):
    index_var_0 = T.alloc_buffer((30, 20), "int32", scope="local")
    index_var_1 = T.alloc_buffer((20,), "int32", strides=(1,), scope="local")
    for ax0, ax1 in T.grid(30, 20):
        with T.block("index_0"):
            v0, v1 = T.axis.remap("SS", [ax0, ax1])
            T.reads()
            T.writes(index_var_0[v0, v1])
            index_var_0[v0, v1] = v0 // 4 + v1 // 15
    for ax0 in range(20):
        with T.block("index_1"):
            v0 = T.axis.spatial(20, ax0)
            T.reads()
            T.writes(index_var_1[v0])
            index_var_1[v0] = v0 // 2
    for y, x in T.grid(20, 30):
        with T.block("B"):
            vy, vx = T.axis.remap("SS", [y, x])
            T.reads(A[vx // 4 + vy // 15, vy // 2])
            T.writes(B[vy, vx])
            B[vy, vx] = A[index_var_0[vx, vy], index_var_1[vy]]
