# Softmax of 16 rows of 32000.
from tvm.script import tir as T


@T.prim_func
def softmax(X: T.Buffer((16, 32000), "float32"), Y: T.Buffer((16, 32000), "float32")):
    T.func_attr({"tir.noalias": True})
    largest = T.alloc_buffer((16,))
    powers = T.alloc_buffer((16, 32000))
    total = T.alloc_buffer((16,))
    for i, k in T.grid(16, 32000):
        with T.block("largest"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                largest[vi] = T.min_value("float32")
            largest[vi] = T.max(largest[vi], X[vi, vk])
    for i, k in T.grid(16, 32000):
        with T.block("powers"):
            vi, vk = T.axis.remap("SS", [i, k])
            powers[vi, vk] = T.exp(X[vi, vk] - largest[vi])
    for i, k in T.grid(16, 32000):
        with T.block("total"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] = total[vi] + powers[vi, vk]
    for i, k in T.grid(16, 32000):
        with T.block("Y"):
            vi, vk = T.axis.remap("SS", [i, k])
            Y[vi, vk] = powers[vi, vk] / total[vi]
