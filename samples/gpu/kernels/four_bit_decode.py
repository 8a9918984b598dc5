"""One row times weights of 4 bits, eight to a word, for one new token: a warp computes a result. A lane takes every 32nd word of a row of weights, turns
its eight numbers into floats in registers and multiplies them; then the lanes add their sums by shuffles."""
import numpy as np
from tvm.script import tir as T


# inputs: W=0..4294967295
@T.prim_func
def four_bit_decode(X: T.Buffer((1, 1024), "float16"), W: T.Buffer((64, 128), "uint32"), S: T.Buffer((64, 32), "float16"), Y: T.Buffer((1, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    D = T.alloc_buffer((64, 1024))
    for n, k in T.grid(64, 1024):
        with T.block("D"):
            vn, vk = T.axis.remap("SS", [n, k])
            D[vn, vk] = (T.Cast("float32", T.bitwise_and(T.shift_right(W[vn, vk // 8], T.Cast("uint32", vk % 8 * 4)), T.uint32(15))) - T.float32(7)) * T.Cast("float32", S[vn, vk // 32])
    for m, n, k in T.grid(1, 64, 1024):
        with T.block("Y"):
            vm, vn, vk = T.axis.remap("SSR", [m, n, k])
            with T.init():
                Y[vm, vn] = T.float32(0)
            Y[vm, vn] = Y[vm, vn] + T.Cast("float32", X[vm, vk]) * D[vn, vk]


def reference(X, W, S, Y):
    q = (W[:, :, None] >> (np.arange(8, dtype="uint32") * 4)) & 15
    d = (q.reshape(64, 1024).astype("float32") - 7) * np.repeat(S.astype("float32"), 32, axis=1)
    Y[:] = np.matmul(X.astype("float32"), d.T)


def schedule(sch):
    sch.compute_inline("D")
    m, n, k = sch.get_loops("Y")
    n0, warp = sch.split(n, [None, 4])
    rest, lane, field = sch.split(k, [None, 32, 8])
    sch.reorder(n0, warp, lane, rest, field)
    sch.bind(n0, "blockIdx.x")
    sch.bind(warp, "threadIdx.y")
    sch.bind(lane, "threadIdx.x")
    sch.unroll(field)
    # A word and its eight factors are each read at once.
    for operand in ["W", "S"]:
        sch.compute_at(sch.cache_read("Y", operand, "local"), rest)
    x = sch.cache_read("Y", "X", "local")
    sch.compute_at(x, rest)
    sch.vectorize(sch.get_loops(x)[-1])
