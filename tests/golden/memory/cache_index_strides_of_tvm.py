# about: TVM writes the stride of the last dimension alone, whatever the table's shape
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((13,), "int32"), B: T.Buffer((12, 10), "int32")):
    for y, x in T.grid(12, 10):
        with T.block("B"):
            vy, vx = T.axis.remap("SS", [y, x])
            B[vy, vx] = A[(vy + vx) // 2]


def schedule(sch):
    sch.cache_index("B", "global", 0)


@T.prim_func
def expected(A: T.Buffer((13,), "int32"), B: T.Buffer((12, 10), "int32")):
    # with T.block("root"):
    index_var_0 = T.alloc_buffer((12, 10), "int32", strides=(1,))
    for ax0, ax1 in T.grid(12, 10):
        with T.block("index_0"):
            v0, v1 = T.axis.remap("SS", [ax0, ax1])
            T.reads()
            T.writes(index_var_0[v0, v1])
            index_var_0[v0, v1] = (v0 + v1) // 2
    for y, x in T.grid(12, 10):
        with T.block("B"):
            vy, vx = T.axis.remap("SS", [y, x])
            T.reads(A[(vy + vx) // 2])
            T.writes(B[vy, vx])
            B[vy, vx] = A[index_var_0[vy, vx]]
