"""A 3 x 3 convolution of 64 channels to 64, with an edge of zeros, in NCHW."""
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
