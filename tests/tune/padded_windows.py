"""A convolution of each channel by itself, of rows shorter than a vector, with its padding and a ReLU."""
from tvm.script import tir as T


@T.prim_func
def padded_windows(X: T.Buffer((1, 20, 14, 14), "float32"), W: T.Buffer((20, 1, 5, 5), "float32"), Y: T.Buffer((1, 20, 7, 7), "float32")):
    T.func_attr({"tir.noalias": True, "layout_free_buffers": [1]})
    P = T.alloc_buffer((1, 20, 18, 18))
    S = T.alloc_buffer((1, 20, 7, 7))
    for n, c, y, x in T.grid(1, 20, 18, 18):
        with T.block("pad"):
            vn, vc, vy, vx = T.axis.remap("SSSS", [n, c, y, x])
            P[vn, vc, vy, vx] = T.if_then_else(2 <= vy and vy < 16 and 2 <= vx and vx < 16, X[vn, vc, vy - 2, vx - 2], T.float32(0))
    for n, c, y, x, r, s in T.grid(1, 20, 7, 7, 5, 5):
        with T.block("conv"):
            vn, vc, vy, vx, vr, vs = T.axis.remap("SSSSRR", [n, c, y, x, r, s])
            with T.init():
                S[vn, vc, vy, vx] = T.float32(0)
            S[vn, vc, vy, vx] = S[vn, vc, vy, vx] + P[vn, vc, vy * 2 + vr, vx * 2 + vs] * W[vc, 0, vr, vs]
    for n, c, y, x in T.grid(1, 20, 7, 7):
        with T.block("relu"):
            vn, vc, vy, vx = T.axis.remap("SSSS", [n, c, y, x])
            Y[vn, vc, vy, vx] = T.max(S[vn, vc, vy, vx], T.float32(0))
