from tvm.script import tir as T


@T.prim_func
def softmax(X: T.Buffer((32, 64), "float32"), Y: T.Buffer((32, 64), "float32")):
    largest = T.alloc_buffer((32,), "float32")
    total = T.alloc_buffer((32,), "float32")
    for i, k in T.grid(32, 64):
        with T.block("largest"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                largest[vi] = T.min_value("float32")
            largest[vi] = T.max(largest[vi], X[vi, vk])
    for i, k in T.grid(32, 64):
        with T.block("total"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] = total[vi] + T.exp(X[vi, vk] - largest[vi])
    for i, k in T.grid(32, 64):
        with T.block("Y"):
            vi, vk = T.axis.remap("SS", [i, k])
            Y[vi, vk] = T.exp(X[vi, vk] - largest[vi]) / total[vi]
