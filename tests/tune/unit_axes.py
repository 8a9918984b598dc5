"""A convolution as networks write it: one image, windows of one element, weights that are the same in every call. The
loops n, r and s have one iteration, and `vy + vr` is no more than `vy`."""
from tvm.script import tir as T


@T.prim_func
def unit_axes(X: T.Buffer((1, 16, 14, 14), "float32"), W: T.Buffer((24, 16, 1, 1), "float32"), B: T.Buffer((24,), "float32"), Y: T.Buffer((1, 24, 14, 14), "float32")):
    T.func_attr({"tir.noalias": True, "layout_free_buffers": [1]})
    S = T.alloc_buffer((1, 24, 14, 14))
    for n, k, y, x, c, r, s in T.grid(1, 24, 14, 14, 16, 1, 1):
        with T.block("conv"):
            vn, vk, vy, vx, vc, vr, vs = T.axis.remap("SSSSRRR", [n, k, y, x, c, r, s])
            with T.init():
                S[vn, vk, vy, vx] = T.float32(0)
            S[vn, vk, vy, vx] = S[vn, vk, vy, vx] + X[vn, vc, vy + vr, vx + vs] * W[vk, vc, vr, vs]
    for n, k, y, x in T.grid(1, 24, 14, 14):
        with T.block("bias"):
            vn, vk, vy, vx = T.axis.remap("SSSS", [n, k, y, x])
            Y[vn, vk, vy, vx] = S[vn, vk, vy, vx] + B[vk]
