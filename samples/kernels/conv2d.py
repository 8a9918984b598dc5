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
    # The weights of all output channels next to each other: four vectors.
    weights = sch.cache_read("conv", 1, "global")
    sch.transform_layout(weights, ("write", 0), lambda k, c, r, s: (c, r, s, k))
    # A tile of 4 columns and 64 channels stays in registers, and each pixel that is loaded serves four multiply-adds. The weights of 8
    # input channels, which the first-level cache keeps for all tiles of a row of the image, are used at a time. The sums of the row
    # wait in a buffer of their own, and are written at its end.
    out = sch.cache_write("conv", 0, "local")
    sch.transform_layout("conv", ("write", 0), lambda k, y, x: (y, x, k))
    k, y, x, c, r, s = sch.get_loops("conv")
    xo, xi = sch.split(x, [None, 4])
    co, ci = sch.split(c, [None, 8])
    sch.reorder(y, co, xo, ci, r, s, xi, k)
    sch.reverse_compute_at(out, y)
    init = sch.decompose_reduction("conv", co)
    for block in [init, "conv_update"]:
        *_, columns, channels = sch.get_loops(block)
        sch.unroll(columns)
        sch.vectorize(channels)
    sch.parallel(y)
    channel, *_ = sch.get_loops("padded")
    sch.parallel(channel)
