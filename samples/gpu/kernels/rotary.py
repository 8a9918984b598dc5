"""Rotary embedding of queries: pairs of numbers at a distance of half a head are turned by an angle that grows with the position of the token. One
thread turns one pair of each of the heads, for which it computes sine and cosine once."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def rotary(X: T.Buffer((32, 8, 64), "float32"), Y: T.Buffer((32, 8, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    C = T.alloc_buffer((32, 32))
    S = T.alloc_buffer((32, 32))
    for t, d in T.grid(32, 32):
        with T.block("C"):
            vt, vd = T.axis.remap("SS", [t, d])
            C[vt, vd] = T.cos(T.Cast("float32", vt) * T.exp2(T.Cast("float32", vd) * T.float32(-0.41524101186)))
    for t, d in T.grid(32, 32):
        with T.block("S"):
            vt, vd = T.axis.remap("SS", [t, d])
            S[vt, vd] = T.sin(T.Cast("float32", vt) * T.exp2(T.Cast("float32", vd) * T.float32(-0.41524101186)))
    for t, h, d in T.grid(32, 8, 64):
        with T.block("Y"):
            vt, vh, vd = T.axis.remap("SSS", [t, h, d])
            Y[vt, vh, vd] = T.if_then_else(vd < 32, X[vt, vh, vd] * C[vt, vd % 32] - X[vt, vh, (vd + 32) % 64] * S[vt, vd % 32], X[vt, vh, vd] * C[vt, vd % 32] + X[vt, vh, (vd + 32) % 64] * S[vt, vd % 32])


def reference(X, Y):
    angle = np.arange(32, dtype="float32")[:, None] * np.exp2(np.arange(32, dtype="float32") * np.float32(-0.41524101186))
    cos, sin = np.cos(angle)[:, None, :], np.sin(angle)[:, None, :]
    Y[:, :, :32] = X[:, :, :32] * cos - X[:, :, 32:] * sin
    Y[:, :, 32:] = X[:, :, 32:] * cos + X[:, :, :32] * sin


def schedule(sch):
    # 4 tokens in a block of threads, one token for each warp.
    t, h, d = sch.get_loops("Y")
    t0, t1 = sch.split(t, [None, 4])
    half, lane = sch.split(d, [2, 32])
    sch.reorder(t0, t1, lane, h, half)
    sch.bind(t0, "blockIdx.x")
    sch.bind(t1, "threadIdx.y")
    sch.bind(lane, "threadIdx.x")
    sch.unroll(half)
    for name in ["C", "S"]:
        sch.set_scope(name, 0, "local")
        sch.compute_at(name, lane)
