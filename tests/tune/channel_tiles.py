"""A convolution as networks write it: a padded image, weights that are the same in every call, a bias and a ReLU. Rows of
14 pixels divide into tiles, and 32 channels into vectors."""
from tvm.script import tir as T


@T.prim_func
def channel_tiles(X: T.Buffer((1, 6, 14, 14), "float32"), W: T.Buffer((32, 6, 3, 3), "float32"), B: T.Buffer((32,), "float32"), Y: T.Buffer((1, 32, 14, 14), "float32")):
    T.func_attr({"tir.noalias": True, "layout_free_buffers": [1]})
    P = T.alloc_buffer((1, 6, 16, 16))
    S = T.alloc_buffer((1, 32, 14, 14))
    for n, c, y, x in T.grid(1, 6, 16, 16):
        with T.block("pad"):
            vn, vc, vy, vx = T.axis.remap("SSSS", [n, c, y, x])
            P[vn, vc, vy, vx] = T.if_then_else(1 <= vy and vy < 15 and 1 <= vx and vx < 15, X[vn, vc, vy - 1, vx - 1], T.float32(0))
    for n, k, y, x, c, r, s in T.grid(1, 32, 14, 14, 6, 3, 3):
        with T.block("conv"):
            vn, vk, vy, vx, vc, vr, vs = T.axis.remap("SSSSRRR", [n, k, y, x, c, r, s])
            with T.init():
                S[vn, vk, vy, vx] = T.float32(0)
            S[vn, vk, vy, vx] = S[vn, vk, vy, vx] + P[vn, vc, vy + vr, vx + vs] * W[vk, vc, vr, vs]
    for n, k, y, x in T.grid(1, 32, 14, 14):
        with T.block("relu"):
            vn, vk, vy, vx = T.axis.remap("SSSS", [n, k, y, x])
            Y[vn, vk, vy, vx] = T.max(S[vn, vk, vy, vx] + B[vk], T.float32(0))
