"""Spaces over a product of 512 x 512 x 512: `tiled` has register tiles, packing, unrolling and vectors; `rows` is small."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((512, 512), "float32"), B: T.Buffer((512, 512), "float32"), C: T.Buffer((512, 512), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(512, 512, 512):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def tiled(sch):
    i, j, k = sch.get_loops("C")
    rows = sch.sample_perfect_tile(i, n=3, max_innermost_factor=16)
    width = sch.sample_categorical([16, 32, 64, 128], [0.25, 0.25, 0.25, 0.25])
    steps = sch.sample_perfect_tile(k, n=2, max_innermost_factor=64)
    io, im, ii = sch.split(i, rows)
    jo, ji = sch.split(j, [None, width])
    ko, ki = sch.split(k, steps)
    order = sch.sample_categorical([0, 1, 2], [0.34, 0.33, 0.33])
    if sch.get(order) == 0:
        sch.reorder(io, jo, im, ko, ki, ii, ji)
    elif sch.get(order) == 1:
        sch.reorder(jo, io, im, ko, ki, ii, ji)
    else:
        sch.reorder(io, jo, ko, im, ii, ki, ji)
    packed = sch.sample_categorical([0, 1, 2], [0.3, 0.4, 0.3])
    if sch.get(packed) == 1:
        right = sch.cache_read("C", 1, "global")
        sch.transform_layout(right, ("write", 0), lambda k, n: (n // sch.get(width), k, n % sch.get(width)))
        sch.vectorize(sch.split(sch.get_loops(right)[-1], [None, 16])[1])
    elif sch.get(packed) == 2:
        copy = sch.pack("C", 1, lambda k, n: (n // 16, k, n % 16), jo)
        sch.vectorize(sch.split(sch.get_loops(copy)[-1], [None, 16])[1])
    left = sch.sample_categorical([0, 1], [0.5, 0.5])
    if sch.get(left) == 1:
        copy = sch.cache_read("C", 0, "global")
        sch.compute_at(copy, io)
        sch.storage_align(copy, 0, 0, 32, 16)
    init = sch.decompose_reduction("C", ko)
    vectors = sch.sample_categorical([0, 1], [0.2, 0.8])
    if sch.get(vectors) == 1:
        sch.vectorize(sch.get_loops(init)[-1])
        sch.vectorize(ji)
    unrolled = sch.sample_categorical([0, 1, 2], [0.3, 0.4, 0.3])
    if sch.get(unrolled) > 0:
        *_, inner, _ = sch.get_loops("C_update")
        sch.unroll(inner)
        if sch.get(unrolled) == 2:
            sch.annotate(inner, "pragma_unroll_explicit", 0)


def rows(sch):
    i, j, k = sch.get_loops("C")
    height = sch.sample_categorical([1, 2, 4, 8], [0.25, 0.25, 0.25, 0.25])
    width = sch.sample_categorical([16, 32, 64], [0.34, 0.33, 0.33])
    io, ii = sch.split(i, [None, height])
    jo, ji = sch.split(j, [None, width])
    sch.reorder(io, jo, k, ii, ji)
    sch.vectorize(ji)
    sch.unroll(ii)
