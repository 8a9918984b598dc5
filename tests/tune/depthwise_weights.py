"""A convolution of each channel of one image by itself, whose weights have the channels last."""
from tvm.script import tir as T


@T.prim_func
def depthwise_weights(X: T.Buffer((1, 24, 30, 35), "float32"), W: T.Buffer((3, 3, 24, 1), "float32"), Y: T.Buffer((1, 24, 28, 33), "float32")):
    T.func_attr({"tir.noalias": True, "layout_free_buffers": [1]})
    for n, c, y, x, r, s in T.grid(1, 24, 28, 33, 3, 3):
        with T.block("conv"):
            vn, vc, vy, vx, vr, vs = T.axis.remap("SSSSRR", [n, c, y, x, r, s])
            with T.init():
                Y[vn, vc, vy, vx] = T.float32(0)
            Y[vn, vc, vy, vx] = Y[vn, vc, vy, vx] + X[vn, vc, vy + vr, vx + vs] * W[vr, vs, vc, 0]
