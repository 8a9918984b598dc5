"""A convolution of one group: g has one iteration, and is the first index of W and of Y, but only a term of X's."""
from tvm.script import tir as T


@T.prim_func
def unit_group(X: T.Buffer((16, 30, 30), "float32"), W: T.Buffer((1, 24, 16, 3, 3), "float32"), Y: T.Buffer((1, 24, 28, 28), "float32")):
    T.func_attr({"tir.noalias": True})
    for g, k, y, x, c, r, s in T.grid(1, 24, 28, 28, 16, 3, 3):
        with T.block("conv"):
            vg, vk, vy, vx, vc, vr, vs = T.axis.remap("SSSSRRR", [g, k, y, x, c, r, s])
            with T.init():
                Y[vg, vk, vy, vx] = T.float32(0)
            Y[vg, vk, vy, vx] = Y[vg, vk, vy, vx] + X[vg * 16 + vc, vy + vr, vx + vs] * W[vg, vk, vc, vr, vs]
