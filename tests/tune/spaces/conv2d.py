"""A space over a 3 x 3 convolution of 32 channels to 64."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def conv2d(X: T.Buffer((32, 56, 56), "float32"), W: T.Buffer((64, 32, 3, 3), "float32"), Y: T.Buffer((64, 56, 56), "float32")):
    T.func_attr({"tir.noalias": True})
    padded = T.alloc_buffer((32, 58, 58))
    for c, y, x in T.grid(32, 58, 58):
        with T.block("padded"):
            vc, vy, vx = T.axis.remap("SSS", [c, y, x])
            padded[vc, vy, vx] = T.if_then_else(1 <= vy and vy < 57 and 1 <= vx and vx < 57, X[vc, vy - 1, vx - 1], T.float32(0))
    for k, y, x, c, r, s in T.grid(64, 56, 56, 32, 3, 3):
        with T.block("conv"):
            vk, vy, vx, vc, vr, vs = T.axis.remap("SSSRRR", [k, y, x, c, r, s])
            with T.init():
                Y[vk, vy, vx] = T.float32(0)
            Y[vk, vy, vx] = Y[vk, vy, vx] + padded[vc, vy + vr, vx + vs] * W[vk, vc, vr, vs]


def reference(X, W, Y):
    padded = np.pad(X, ((0, 0), (1, 1), (1, 1)))
    Y[:] = 0
    for r in range(3):
        for s in range(3):
            Y += np.einsum("kc,cyx->kyx", W[:, :, r, s], padded[:, r:r + 56, s:s + 56])


def tiled(sch):
    # Vectors lie along the columns of the image, or along the channels, whose weights and sums get a layout of their own.
    along = sch.sample_categorical([0, 1], [0.4, 0.6])
    if sch.get(along) == 1:
        weights = sch.cache_read("conv", 1, "global")
        sch.transform_layout(weights, ("write", 0), lambda k, c, r, s: (c, r, s, k))
        out = sch.cache_write("conv", 0, "local")
        sch.transform_layout("conv", ("write", 0), lambda k, y, x: (y, x, k))
    k, y, x, c, r, s = sch.get_loops("conv")
    high = sch.sample_perfect_tile(y, n=2, max_innermost_factor=8)
    wide = sch.sample_perfect_tile(x, n=2, max_innermost_factor=28)
    deep = sch.sample_perfect_tile(k, n=2, max_innermost_factor=64)
    inputs = sch.sample_perfect_tile(c, n=2, max_innermost_factor=16)
    yo, yi = sch.split(y, high)
    xo, xi = sch.split(x, wide)
    ko, ki = sch.split(k, deep)
    co, ci = sch.split(c, inputs)
    order = sch.sample_categorical([0, 1, 2], [0.34, 0.33, 0.33])
    inner = [ki, xi]
    if sch.get(along) == 1:
        inner = [xi, ki]
    if sch.get(order) == 0:
        sch.reorder(yo, ko, xo, yi, co, ci, r, s, *inner)
    elif sch.get(order) == 1:
        sch.reorder(ko, yo, yi, co, xo, ci, r, s, *inner)
    else:
        sch.reorder(yo, yi, ko, xo, co, ci, *inner[:1], r, s, *inner[1:])
    init = sch.decompose_reduction("conv", co)
    vectors = sch.sample_categorical([0, 1], [0.25, 0.75])
    if sch.get(vectors) == 1:
        sch.vectorize(inner[1])
        sch.vectorize(sch.get_loops(init)[-1])
    unrolled = sch.sample_categorical([0, 1, 2], [0.3, 0.35, 0.35])
    if sch.get(unrolled) > 0:
        sch.unroll(inner[0])
        if sch.get(unrolled) == 2:
            sch.annotate(inner[0], "pragma_unroll_explicit", 0)
    edge = sch.sample_categorical([0, 1], [0.5, 0.5])
    if sch.get(edge) == 1 and sch.get(order) != 1:
        sch.compute_at("padded", yo)
