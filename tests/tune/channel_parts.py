"""A convolution whose weights for one vector of channels fill most of the second-level cache: the channels that are summed
up may be divided. Two images, windows that move by two, groups of one channel axis, and no epilogue."""
from tvm.script import tir as T


@T.prim_func
def channel_parts(X: T.Buffer((2, 1024, 9, 15), "float32"), W: T.Buffer((16, 1024, 3, 3), "float32"), Y: T.Buffer((2, 16, 4, 7), "float32")):
    T.func_attr({"tir.noalias": True, "layout_free_buffers": [1]})
    for n, k, y, x, c, r, s in T.grid(2, 16, 4, 7, 1024, 3, 3):
        with T.block("conv"):
            vn, vk, vy, vx, vc, vr, vs = T.axis.remap("SSSSRRR", [n, k, y, x, c, r, s])
            with T.init():
                Y[vn, vk, vy, vx] = T.float32(0)
            Y[vn, vk, vy, vx] = Y[vn, vk, vy, vx] + X[vn, vc, vy * 2 + vr, vx * 2 + vs] * W[vk, vc, vr, vs]
