"""A convolution of one pixel, as the gates of squeeze and excitation have it: 28 channels are no multiple of a vector."""
from tvm.script import tir as T


@T.prim_func
def one_pixel(X: T.Buffer((1, 48, 1, 1), "float32"), W: T.Buffer((28, 48, 1, 1), "float32"), B: T.Buffer((28,), "float32"), Y: T.Buffer((1, 28, 1, 1), "float32")):
    T.func_attr({"tir.noalias": True, "layout_free_buffers": [1]})
    S = T.alloc_buffer((1, 28, 1, 1))
    for n, k, y, x, c, r, s in T.grid(1, 28, 1, 1, 48, 1, 1):
        with T.block("conv"):
            vn, vk, vy, vx, vc, vr, vs = T.axis.remap("SSSSRRR", [n, k, y, x, c, r, s])
            with T.init():
                S[vn, vk, vy, vx] = T.float32(0)
            S[vn, vk, vy, vx] = S[vn, vk, vy, vx] + X[vn, vc, vy + vr, vx + vs] * W[vk, vc, vr, vs]
    for n, k, y, x in T.grid(1, 28, 1, 1):
        with T.block("gate"):
            vn, vk, vy, vx = T.axis.remap("SSSS", [n, k, y, x])
            Y[vn, vk, vy, vx] = T.sigmoid(S[vn, vk, vy, vx] + B[vk])
