"""A convolution of bytes with AVX-512 VNNI: vectors of channels times single pixels, four products in one instruction.

The weights are packed once, before the calls: for 32 channels the four that are summed up in one instruction side by side. The image is stored the
same way where its border is added. `dot_u8s8_16x4` is an intrinsic that every program knows: 16 sums of int32, to each of which four products of
unsigned by signed bytes are added. The finished sums of 14 pixels are turned in registers, 16 channels at a time.
"""
import numpy as np
import tvm
from tvm.script import tir as T


@T.prim_func
def conv(X: T.Buffer((1, 16, 14, 14), "uint8"), W: T.Buffer((32, 16, 3, 3), "int8"), Y: T.Buffer((1, 32, 14, 14), "int32")):
    T.func_attr({"tir.noalias": True, "layout_free_buffers": [1]})
    P = T.alloc_buffer((1, 16, 16, 16), "uint8")
    for n, c, y, x in T.grid(1, 16, 16, 16):
        with T.block("pad"):
            vn, vc, vy, vx = T.axis.remap("SSSS", [n, c, y, x])
            P[vn, vc, vy, vx] = T.if_then_else(1 <= vy and vy < 15 and 1 <= vx and vx < 15, X[vn, vc, vy - 1, vx - 1], T.uint8(0))
    for n, k, y, x, c, r, s in T.grid(1, 32, 14, 14, 16, 3, 3):
        with T.block("conv"):
            vn, vk, vy, vx, vc, vr, vs = T.axis.remap("SSSSRRR", [n, k, y, x, c, r, s])
            with T.init():
                Y[vn, vk, vy, vx] = T.int32(0)
            Y[vn, vk, vy, vx] = Y[vn, vk, vy, vx] + T.Cast("int32", P[vn, vc, vy + vr, vx + vs]) * T.Cast("int32", W[vk, vc, vr, vs])


def reference(X, W, Y):
    padded = np.pad(X.astype("int32"), ((0, 0), (0, 0), (1, 1), (1, 1)))
    Y[:] = 0
    for r in range(3):
        for s in range(3):
            Y[:] += np.einsum("kc,ncyx->nkyx", W[:, :, r, s].astype("int32"), padded[:, :, r : r + 14, s : s + 14])


def schedule(sch):
    sums = sch.cache_write("conv", 0, "global")
    sch.transform_layout("conv", ("write", 0), lambda n, k, y, x: (n, y, x, k // 16, k % 16))
    weights = sch.cache_read("conv", 1, "global")
    sch.transform_layout(weights, ("write", 0), lambda k, c, r, s: (c // 4, r, s, k // 16, k % 16 * 4 + c % 4))
    sch.annotate(weights, "meta_schedule.layout_rewrite_preproc", True)
    sch.transform_layout("pad", ("write", 0), lambda n, c, y, x: (n, c // 4, y, x, c % 4))
    n, k, y, x, c, r, s = sch.get_loops("conv")
    vector, lane = sch.split(k, [None, 16])
    group, few = sch.split(c, [None, 4])
    sch.reorder(n, y, group, r, s, x, vector, lane, few)
    init = sch.decompose_reduction("conv", group)
    sch.parallel(y)
    sch.reverse_compute_at(sums, y)
    *_, channel, pixels = sch.get_loops(sums)
    _, channel = sch.split(channel, [None, 16])
    sch.unroll(channel)
    sch.vectorize(pixels)
    *_, pixel, vectors, lanes = sch.get_loops(init)
    for loop in [pixel, vectors, x, vector]:
        sch.unroll(loop)
    sch.vectorize(lanes)
    sch.tensorize(lane, "dot_u8s8_16x4")
