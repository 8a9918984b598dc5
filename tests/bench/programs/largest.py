# The largest of 32000 values and its position.
from tvm.script import tir as T


@T.prim_func
def largest(X: T.Buffer((32000,), "float32"), V: T.Buffer((1,), "float32"), I: T.Buffer((1,), "int32")):
    T.func_attr({"tir.noalias": True})
    for i, k in T.grid(1, 32000):
        with T.block("top"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                V[vi] = T.min_value("float32")
                I[vi] = 2147483647
            v: T.float32 = T.Select(V[vi] > X[vk] or (V[vi] == X[vk] and I[vi] < vk), V[vi], X[vk])
            i_new: T.int32 = T.Select(V[vi] > X[vk] or (V[vi] == X[vk] and I[vi] < vk), I[vi], vk)
            V[vi] = v
            I[vi] = i_new
