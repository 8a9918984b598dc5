"""A convolution of images on a GPU: the padded tile of the image in shared memory, the filters from global memory, outputs of a thread in registers."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def conv2d(X: T.Buffer((2, 8, 16, 16), "float32"), W: T.Buffer((16, 8, 3, 3), "float32"), Y: T.Buffer((2, 16, 16, 16), "float32")):
    T.func_attr({"tir.noalias": True})
    P = T.alloc_buffer((2, 8, 18, 18))
    for n, c, h, w in T.grid(2, 8, 18, 18):
        with T.block("P"):
            vn, vc, vh, vw = T.axis.remap("SSSS", [n, c, h, w])
            P[vn, vc, vh, vw] = T.if_then_else(1 <= vh and vh < 17 and 1 <= vw and vw < 17, X[vn, vc, vh - 1, vw - 1], T.float32(0))
    for n, f, h, w, c, r, s in T.grid(2, 16, 16, 16, 8, 3, 3):
        with T.block("Y"):
            vn, vf, vh, vw, vc, vr, vs = T.axis.remap("SSSSRRR", [n, f, h, w, c, r, s])
            with T.init():
                Y[vn, vf, vh, vw] = T.float32(0)
            Y[vn, vf, vh, vw] = Y[vn, vf, vh, vw] + P[vn, vc, vh + vr, vw + vs] * W[vf, vc, vr, vs]


def reference(X, W, Y):
    P = np.pad(X, ((0, 0), (0, 0), (1, 1), (1, 1)))
    result = np.zeros_like(Y)
    for r in range(3):
        for s in range(3):
            result = result + np.einsum("nchw,fc->nfhw", P[:, :, r : r + 16, s : s + 16], W[:, :, r, s])
    np.copyto(Y, result)


def schedule(sch):
    block = sch.get_block("Y")
    result = sch.cache_write(block, 0, "local")
    n, f, h, w, c, r, s = sch.get_loops(block)
    f0, f1 = sch.split(f, [None, 4])
    h0, h1 = sch.split(h, [None, 8])
    sch.reorder(n, f0, h0, h1, w, c, r, s, f1)
    sch.reverse_compute_at(result, w)
    sch.bind(n, "blockIdx.z")
    sch.bind(f0, "blockIdx.y")
    sch.bind(h0, "blockIdx.x")
    sch.bind(h1, "threadIdx.y")
    sch.bind(w, "threadIdx.x")
    padded = sch.get_block("P")
    sch.set_scope(padded, 0, "shared")
    sch.compute_at(padded, c)
    ax0, ax1 = sch.get_loops(padded)[-2:]
    fused = sch.fuse(ax0, ax1)
    rest, ty, tx = sch.split(fused, [None, 8, 16])
    sch.bind(ty, "threadIdx.y")
    sch.bind(tx, "threadIdx.x")
    sch.decompose_reduction(block, c)
