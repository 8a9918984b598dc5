"""layer_norm: rows of 1024 numbers with mean 0 and variance 1, then scaled and shifted. Sum and sum of squares are one reduction
over two values."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def layer_norm(X: T.Buffer((2048, 1024), "float32"), scale: T.Buffer((1024,), "float32"), shift: T.Buffer((1024,), "float32"),
               Y: T.Buffer((2048, 1024), "float32")):
    T.func_attr({"tir.noalias": True})
    mean = T.alloc_buffer((2048,))
    total = T.alloc_buffer((2048,))
    spread = T.alloc_buffer((2048,))
    for i, j in T.grid(2048, 1024):
        with T.block("total"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                total[vi] = T.float32(0)
            total[vi] = total[vi] + X[vi, vj]
    for i in range(2048):
        with T.block("mean"):
            vi = T.axis.spatial(2048, i)
            mean[vi] = total[vi] * T.float32(0.0009765625)
    for i, j in T.grid(2048, 1024):
        with T.block("spread"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                spread[vi] = T.float32(0)
            spread[vi] = spread[vi] + (X[vi, vj] - mean[vi]) * (X[vi, vj] - mean[vi])
    for i, j in T.grid(2048, 1024):
        with T.block("result"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = (X[vi, vj] - mean[vi]) * T.rsqrt(spread[vi] * T.float32(0.0009765625) + T.float32(0.00001)) * scale[vj] + shift[vj]


def reference(X, scale, shift, Y):
    mean = X.mean(axis=1, keepdims=True)
    variance = X.var(axis=1, keepdims=True)
    Y[:] = (X - mean) / np.sqrt(variance + 0.00001) * scale + shift
