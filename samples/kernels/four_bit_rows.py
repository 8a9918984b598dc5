"""four_bit_rows: one row times weights of 4 bits, eight to a word, row by row of the results, as mlc-llm stores them. The lanes of
vectors are words of one row, or results. `lw tune` writes such schedules by itself."""
import numpy as np
from tvm.script import tir as T


# inputs: W=0..4294967295
@T.prim_func
def four_bit_rows(X: T.Buffer((1, 2048), "float32"), W: T.Buffer((2048, 256), "uint32"), S: T.Buffer((2048, 64), "float16"), Y: T.Buffer((1, 2048), "float32")):
    T.func_attr({"tir.noalias": True})
    D = T.alloc_buffer((2048, 2048))
    for n, k in T.grid(2048, 2048):
        with T.block("D"):
            vn, vk = T.axis.remap("SS", [n, k])
            D[vn, vk] = (T.Cast("float32", T.bitwise_and(T.shift_right(W[vn, vk // 8], T.Cast("uint32", vk % 8 * 4)), T.uint32(15))) - T.float32(7)) * T.Cast("float32", S[vn, vk // 32])
    for m, n, k in T.grid(1, 2048, 2048):
        with T.block("Y"):
            vm, vn, vk = T.axis.remap("SSR", [m, n, k])
            with T.init():
                Y[vm, vn] = T.float32(0)
            Y[vm, vn] = Y[vm, vn] + X[vm, vk] * D[vn, vk]


def reference(X, W, S, Y):
    q = (W[:, :, None] >> (np.arange(8, dtype="uint32") * 4)) & 15
    d = (q.reshape(2048, 2048).astype("float32") - 7) * np.repeat(S.astype("float32"), 32, axis=1)
    Y[:] = np.matmul(X, d.T)


def schedule(sch):
    """16 adjacent words of a row of W are in the lanes of vectors. Each lane has a partial sum of the eight terms of its words."""
    sch.compute_inline("D")
    m, n, k = sch.get_loops("Y")
    _, lane, _ = sch.split(k, [None, 16, 8])
    partial = sch.rfactor(lane, 2)
    # X in the order in which it is multiplied: the first terms of all words of a vector, then the second ones.
    x = sch.cache_read(partial, "X", "global")
    sch.transform_layout(x, ("write", 0), lambda m, k: (m, k // 128, k % 8, k % 128 // 8))
    m, n, block, lane, field = sch.get_loops(partial)
    group, row = sch.split(n, [None, 4])
    sch.reorder(m, group, block, field, row, lane)
    init = sch.decompose_reduction(partial, block)
    sch.vectorize(sch.get_loops(init)[-1])
    sch.vectorize(lane)
    sch.unroll(field)
    sch.unroll(row)
    sch.reverse_compute_at("Y", group)


def turned(sch):
    """Lanes are results: squares of 16 x 16 words are turned in registers on their way into a small buffer."""
    sch.compute_inline("D")
    words = sch.cache_read("Y", "W", "global")
    scales = sch.cache_read("Y", "S", "global")
    m, n, k = sch.get_loops("Y")
    columns, lane = sch.split(n, [None, 32])
    piece, group, word, field = sch.split(k, [None, 4, 4, 8])
    sch.reorder(m, columns, piece, group, word, field, lane)
    for copy, loop in [(words, piece), (scales, columns)]:
        sch.compute_at(copy, loop)
        line, element = sch.get_loops(copy)[-2:]
        lines, line = sch.split(line, [None, 16])
        elements, element = sch.split(element, [None, 16])
        sch.reorder(lines, elements, element, line)
        sch.unroll(element)
        sch.vectorize(line)
        sch.transform_layout(copy, ("write", 0), lambda n, k: (n // 32, k, n % 32))
    init = sch.decompose_reduction("Y", piece)
    sch.vectorize(sch.get_loops(init)[-1])
    sch.vectorize(lane)
    sch.unroll(field)
