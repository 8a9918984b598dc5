"""depthwise: each channel has a 3 x 3 window of its own. Four rows at a time share what they read."""
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


def schedule(sch):
    c, y, x, r, s = sch.get_loops("conv")
    yo, yi = sch.split(y, [None, 4])
    xo, xi = sch.split(x, [None, 16])
    sch.reorder(c, yo, xo, r, s, yi, xi)
    init = sch.decompose_reduction("conv", r)
    for block in [init, "conv_update"]:
        *_, rows, columns = sch.get_loops(block)
        sch.unroll(rows)
        sch.vectorize(columns)
    sch.unroll(r)
    sch.unroll(s)
    sch.parallel(c)
