# RMS norm of 16 rows of 4096 halves.
from tvm.script import tir as T


@T.prim_func
def rms_norm(X: T.Buffer((16, 4096), "float16"), G: T.Buffer((4096,), "float16"), Y: T.Buffer((16, 4096), "float16")):
    T.func_attr({"tir.noalias": True})
    squares = T.alloc_buffer((16,))
    for i, k in T.grid(16, 4096):
        with T.block("squares"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                squares[vi] = T.float32(0)
            squares[vi] = squares[vi] + T.Cast("float32", X[vi, vk]) * T.Cast("float32", X[vi, vk])
    for i, k in T.grid(16, 4096):
        with T.block("norm"):
            vi, vk = T.axis.remap("SS", [i, k])
            Y[vi, vk] = T.Cast("float16", T.Cast("float32", X[vi, vk]) * T.rsqrt(squares[vi] / T.float32(4096) + T.float32(1e-5)) * T.Cast("float32", G[vk]))
