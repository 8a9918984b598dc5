# about: the terms of a sum in float16 are added in float32, and the result is rounded where it is read
# inputs: X=integers
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((6, 37), "float16"), Y: T.Buffer((6,), "float16")):
    for i, k in T.grid(6, 37):
        with T.block("Y"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.reads(X[vi, vk])
            T.writes(Y[vi])
            with T.init():
                Y[vi] = T.float16(0)
            Y[vi] = Y[vi] + X[vi, vk]


def schedule(sch):
    sch.cache_write("Y", 0, "global")
    sch.unsafe_set_dtype("Y", 0, "float32")


@T.prim_func
def expected(X: T.Buffer((6, 37), "float16"), Y: T.Buffer((6,), "float16")):
    Y_global = T.alloc_buffer((6,))
    for i, k in T.grid(6, 37):
        with T.block("Y"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.reads(X[vi, vk])
            T.writes(Y_global[vi])
            with T.init():
                Y_global[vi] = T.float32(0.0)
            Y_global[vi] = Y_global[vi] + T.Cast("float32", X[vi, vk])
    for ax0 in range(6):
        with T.block("Y_global"):
            v0 = T.axis.spatial(6, ax0)
            T.reads(Y_global[v0])
            T.writes(Y[v0])
            Y[v0] = T.Cast("float16", Y_global[v0])
