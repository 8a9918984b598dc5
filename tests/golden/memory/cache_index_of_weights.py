# about: an interpolation: the positions and the weights that follow from an iter are computed once
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12,), "float32"), B: T.Buffer((20,), "float32")):
    for x in range(20):
        with T.block("B"):
            vx = T.axis.spatial(20, x)
            T.reads(A[0:12])
            T.writes(B[vx])
            B[vx] = A[T.Cast("int32", T.floor(T.Cast("float32", vx) * T.float32(0.5)))] * (T.float32(1) - (T.Cast("float32", vx) * T.float32(0.5) - T.floor(T.Cast("float32", vx) * T.float32(0.5)))) + A[T.Cast("int32", T.floor(T.Cast("float32", vx) * T.float32(0.5))) + 1] * (T.Cast("float32", vx) * T.float32(0.5) - T.floor(T.Cast("float32", vx) * T.float32(0.5)))


def schedule(sch):
    sch.cache_index("B", "global", 2)


@T.prim_func
def expected(A: T.Buffer((12,), "float32"), B: T.Buffer((20,), "float32")):
    # with T.block("root"):
    index_var_0 = T.alloc_buffer((20,), strides=(1,))
    index_var_1 = T.alloc_buffer((20,), "int32", strides=(1,))
    for ax0 in range(20):
        with T.block("index_0"):
            v0 = T.axis.spatial(20, ax0)
            T.reads()
            T.writes(index_var_0[v0])
            index_var_0[v0] = T.Cast("float32", v0) * T.float32(0.5) - T.floor(T.Cast("float32", v0) * T.float32(0.5))
    for ax0 in range(20):
        with T.block("index_1"):
            v0 = T.axis.spatial(20, ax0)
            T.reads()
            T.writes(index_var_1[v0])
            index_var_1[v0] = T.Cast("int32", T.floor(T.Cast("float32", v0) * T.float32(0.5)))
    for x in range(20):
        with T.block("B"):
            vx = T.axis.spatial(20, x)
            T.reads(A[0:12])
            T.writes(B[vx])
            B[vx] = A[index_var_1[vx]] * (T.float32(1) - index_var_0[vx]) + A[index_var_1[vx] + 1] * index_var_0[vx]
