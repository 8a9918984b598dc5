"""conv2d_1x1: a convolution with windows of one element is a product of matrices, weights by pixels, and is scheduled as one."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def conv2d_1x1(X: T.Buffer((256, 28, 28), "float32"), W: T.Buffer((128, 256), "float32"), Y: T.Buffer((128, 28, 28), "float32")):
    T.func_attr({"tir.noalias": True})
    for k, y, x, c in T.grid(128, 28, 28, 256):
        with T.block("conv"):
            vk, vy, vx, vc = T.axis.remap("SSSR", [k, y, x, c])
            with T.init():
                Y[vk, vy, vx] = T.float32(0)
            Y[vk, vy, vx] = Y[vk, vy, vx] + W[vk, vc] * X[vc, vy, vx]


def reference(X, W, Y):
    Y[:] = np.einsum("kc,cyx->kyx", W, X)


def schedule(sch):
    # A tile of 4 channels and 112 pixels, seven vectors, stays in registers; the pixels of a tile are packed. The channels are the
    # inner loop: their four weights and one vector of pixels are what the registers have room for beside the sums.
    pixels = sch.cache_read("conv", 1, "global")
    sch.transform_layout(pixels, ("write", 0), lambda c, y, x: ((y * 28 + x) // 112, c, (y * 28 + x) % 112))
    k, y, x, c = sch.get_loops("conv")
    ko, ki = sch.split(k, [None, 4])
    po, vectors, lanes = sch.split(sch.fuse(y, x), [None, 7, 16])
    sch.reorder(po, ko, c, vectors, ki, lanes)
    init = sch.decompose_reduction("conv", c)
    for block in [init, "conv_update"]:
        *_, vectors, channels, lanes = sch.get_loops(block)
        sch.unroll(vectors)
        sch.unroll(channels)
        sch.vectorize(lanes)
    sch.compute_at(pixels, po)
    sch.vectorize(sch.split(sch.get_loops(pixels)[-1], [None, 16])[1])
    sch.parallel(po)
