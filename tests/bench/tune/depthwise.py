"""A 3 x 3 convolution of each channel by itself."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def depthwise(X: T.Buffer((128, 58, 66), "float32"), W: T.Buffer((128, 3, 3), "float32"), Y: T.Buffer((128, 56, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for c, y, x, r, s in T.grid(128, 56, 64, 3, 3):
        with T.block("conv"):
            vc, vy, vx, vr, vs = T.axis.remap("SSSRR", [c, y, x, r, s])
            with T.init():
                Y[vc, vy, vx] = T.float32(0)
            Y[vc, vy, vx] = Y[vc, vy, vx] + X[vc, vy + vr, vx + vs] * W[vc, vr, vs]


def reference(X, W, Y):
    Y[:] = 0
    for r in range(3):
        for s in range(3):
                Y += X[:, r:r + 56, s:s + 64] * W[:, r, s, None, None]
