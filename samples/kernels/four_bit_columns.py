"""four_bit_columns: one row times weights of 4 bits as GPTQ stores them: the words of a row of W hold eight terms of each result,
and zero points are packed along the results. Vectors of words are read as they are stored; each of the eight numbers of a word is
taken out with its own shift."""
import numpy as np
from tvm.script import tir as T


# inputs: W=0..4294967295, Z=0..4294967295
@T.prim_func
def four_bit_columns(X: T.Buffer((1, 2048), "float32"), W: T.Buffer((256, 2048), "uint32"), S: T.Buffer((16, 2048), "float16"), Z: T.Buffer((16, 256), "uint32"), Y: T.Buffer((1, 2048), "float32")):
    T.func_attr({"tir.noalias": True})
    D = T.alloc_buffer((2048, 2048))
    for k, n in T.grid(2048, 2048):
        with T.block("D"):
            vk, vn = T.axis.remap("SS", [k, n])
            D[vk, vn] = (T.Cast("float32", T.bitwise_and(T.shift_right(W[vk // 8, vn], T.Cast("uint32", vk % 8 * 4)), T.uint32(15))) - (T.Cast("float32", T.bitwise_and(T.shift_right(Z[vk // 128, vn // 8], T.Cast("uint32", vn % 8 * 4)), T.uint32(15))) + T.float32(1))) * T.Cast("float32", S[vk // 128, vn])
    for m, n, k in T.grid(1, 2048, 2048):
        with T.block("Y"):
            vm, vn, vk = T.axis.remap("SSR", [m, n, k])
            with T.init():
                Y[vm, vn] = T.float32(0)
            Y[vm, vn] = Y[vm, vn] + X[vm, vk] * D[vk, vn]


def reference(X, W, S, Z, Y):
    shifts = np.arange(8, dtype="uint32") * 4
    q = ((W[:, None, :] >> shifts[None, :, None]) & 15).reshape(2048, 2048).astype("float32")
    zero = ((Z[:, :, None] >> shifts) & 15).reshape(16, 2048).astype("float32") + 1
    d = (q - np.repeat(zero, 128, axis=0)) * np.repeat(S.astype("float32"), 128, axis=0)
    Y[:] = np.matmul(X, d)


def schedule(sch):
    sch.compute_inline("D")
    m, n, k = sch.get_loops("Y")
    columns, lane = sch.split(n, [None, 64])
    group, word, field = sch.split(k, [None, 16, 8])
    sch.reorder(m, columns, group, word, field, lane)
    init = sch.decompose_reduction("Y", group)
    sch.vectorize(sch.get_loops(init)[-1])
    sch.vectorize(lane)
    sch.unroll(field)
