from tvm.script import tir as T


@T.prim_func
def sums(A: T.Buffer((64, 100), "float32"), B: T.Buffer((64,), "float32")):
    for i, k in T.grid(64, 100):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]
