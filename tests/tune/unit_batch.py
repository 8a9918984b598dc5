"""A product as networks write it: one batch, whose axis only the result has, and weights that are the same in every
call. What follows reads the result at 0 along that axis."""
from tvm.script import tir as T


@T.prim_func
def unit_batch(X: T.Buffer((1, 30, 48), "float32"), W: T.Buffer((48, 80), "float32"), B: T.Buffer((80,), "float32"), Y: T.Buffer((1, 30, 80), "float32")):
    T.func_attr({"tir.noalias": True, "layout_free_buffers": [1]})
    S = T.alloc_buffer((1, 30, 80))
    for n, i, j, k in T.grid(1, 30, 80, 48):
        with T.block("product"):
            vn, vi, vj, vk = T.axis.remap("SSSR", [n, i, j, k])
            with T.init():
                S[vn, vi, vj] = T.float32(0)
            S[vn, vi, vj] = S[vn, vi, vj] + X[0, vi, vk] * W[vk, vj]
    for n, i, j in T.grid(1, 30, 80):
        with T.block("bias"):
            vn, vi, vj = T.axis.remap("SSS", [n, i, j])
            Y[vn, vi, vj] = S[0, vi, vj] + B[vj]
