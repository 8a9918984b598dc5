"""conv2d: a 3 x 3 convolution of 64 channels to 64, as ResNet has it, in NCHW. Vectors lie along the output channels, whose
weights are packed so that the innermost loops read them one after the other."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def conv2d(X: T.Buffer((64, 56, 56), "float32"), W: T.Buffer((64, 64, 3, 3), "float32"), Y: T.Buffer((64, 56, 56), "float32")):
    T.func_attr({"tir.noalias": True})
    padded = T.alloc_buffer((64, 58, 58))
    for c, y, x in T.grid(64, 58, 58):
        with T.block("padded"):
            vc, vy, vx = T.axis.remap("SSS", [c, y, x])
            padded[vc, vy, vx] = T.if_then_else(1 <= vy and vy < 57 and 1 <= vx and vx < 57, X[vc, vy - 1, vx - 1], T.float32(0))
    for k, y, x, c, r, s in T.grid(64, 56, 56, 64, 3, 3):
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


def schedule(sch):
    # The weights of all output channels next to each other: four vectors. Squares of 16 x 16 are turned in registers.
    weights = sch.cache_read("conv", 1, "global")
    sch.transform_layout(weights, ("write", 0), lambda k, c, r, s: (c, r, s, k))
    k, c, r, s = sch.get_loops(weights)
    ko, ki = sch.split(k, [None, 16])
    fo, fi = sch.split(sch.fuse(c, r, s), [None, 16])
    sch.reorder(ko, fo, fi, ki)
    sch.unroll(fi)
    sch.vectorize(ki)
    # A tile of 4 columns and 64 channels stays in registers, and each pixel that is loaded serves four multiply-adds. The weights of 8
    # input channels, which the first-level cache keeps for all tiles of a row of the image, are used at a time. The sums of the row
    # wait in a buffer of their own.
    out = sch.cache_write("conv", 0, "local")
    sch.transform_layout("conv", ("write", 0), lambda k, y, x: (y, x, k))
    k, y, x, c, r, s = sch.get_loops("conv")
    yo, yi = sch.split(y, [None, 4])
    xo, xi = sch.split(x, [None, 4])
    co, ci = sch.split(c, [None, 8])
    sch.reorder(yo, yi, co, xo, ci, r, s, xi, k)
    init = sch.decompose_reduction("conv", co)
    for block in [init, "conv_update"]:
        *_, columns, channels = sch.get_loops(block)
        sch.unroll(columns)
        sch.vectorize(channels)
    # At its end the row is written, turned in squares of 8 x 8.
    sch.reverse_compute_at(out, yi)
    channel, column = sch.get_loops(out)[2:]
    channels, channel = sch.split(channel, [None, 8])
    columns, column = sch.split(column, [None, 8])
    sch.reorder(channels, columns, channel, column)
    sch.unroll(channel)
    sch.vectorize(column)
    # The edge of zeros is laid around four rows at a time, which the second-level cache keeps until they are used.
    sch.compute_at("padded", yo)
    sch.parallel(yo)
