"""Attention of one new token of each sequence over keys and values in pages of 16 tokens: a table names the pages of a sequence, whose length is given.
A block of threads computes one head of one sequence; scores stay in shared memory, and of pages beyond the end nothing is read."""
import numpy as np
from tvm.script import tir as T


# inputs: pages=0..23, lengths=1..128
@T.prim_func
def paged_attention(Q: T.Buffer((3, 2, 64), "float32"), K: T.Buffer((24, 16, 2, 64), "float32"), V: T.Buffer((24, 16, 2, 64), "float32"), pages: T.Buffer((3, 8), "int32"), lengths: T.Buffer((3,), "int32"), Y: T.Buffer((3, 2, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    S = T.alloc_buffer((3, 2, 128))
    M = T.alloc_buffer((3, 2))
    P = T.alloc_buffer((3, 2, 128))
    L = T.alloc_buffer((3, 2))
    O = T.alloc_buffer((3, 2, 64))
    for b, h, n, d in T.grid(3, 2, 128, 64):
        with T.block("S"):
            vb, vh, vn, vd = T.axis.remap("SSSR", [b, h, n, d])
            with T.init():
                S[vb, vh, vn] = T.float32(0)
            S[vb, vh, vn] = S[vb, vh, vn] + T.if_then_else(vn < lengths[vb], Q[vb, vh, vd] * K[pages[vb, vn // 16], vn % 16, vh, vd], T.float32(0))
    for b, h, n in T.grid(3, 2, 128):
        with T.block("M"):
            vb, vh, vn = T.axis.remap("SSR", [b, h, n])
            with T.init():
                M[vb, vh] = T.min_value("float32")
            M[vb, vh] = T.max(M[vb, vh], T.if_then_else(vn < lengths[vb], S[vb, vh, vn] * T.float32(0.125), T.min_value("float32")))
    for b, h, n in T.grid(3, 2, 128):
        with T.block("P"):
            vb, vh, vn = T.axis.remap("SSS", [b, h, n])
            P[vb, vh, vn] = T.if_then_else(vn < lengths[vb], T.exp(S[vb, vh, vn] * T.float32(0.125) - M[vb, vh]), T.float32(0))
    for b, h, n in T.grid(3, 2, 128):
        with T.block("L"):
            vb, vh, vn = T.axis.remap("SSR", [b, h, n])
            with T.init():
                L[vb, vh] = T.float32(0)
            L[vb, vh] = L[vb, vh] + P[vb, vh, vn]
    for b, h, d, n in T.grid(3, 2, 64, 128):
        with T.block("O"):
            vb, vh, vd, vn = T.axis.remap("SSSR", [b, h, d, n])
            with T.init():
                O[vb, vh, vd] = T.float32(0)
            O[vb, vh, vd] = O[vb, vh, vd] + T.if_then_else(vn < lengths[vb], P[vb, vh, vn] * V[pages[vb, vn // 16], vn % 16, vh, vd], T.float32(0))
    for b, h, d in T.grid(3, 2, 64):
        with T.block("Y"):
            vb, vh, vd = T.axis.remap("SSS", [b, h, d])
            Y[vb, vh, vd] = O[vb, vh, vd] / L[vb, vh]


def reference(Q, K, V, pages, lengths, Y):
    keys = np.reshape(K[pages], (3, 128, 2, 64))
    values = np.reshape(V[pages], (3, 128, 2, 64))
    S = np.sum(Q[:, None, :, :] * keys, axis=3) * np.float32(0.125)
    S = np.where(np.arange(128)[None, :, None] < lengths[:, None, None], S, -np.inf)
    P = np.exp(S - np.max(S, axis=1, keepdims=True))
    np.copyto(Y, np.sum((P / np.sum(P, axis=1, keepdims=True))[:, :, :, None] * values, axis=1))


def schedule(sch):
    # 4 warps. A lane has two numbers of a head: a warp computes a score at a time, and each of the warps a quarter of the sums of the result.
    b, h, d = sch.get_loops("Y")
    sch.bind(b, "blockIdx.y")
    sch.bind(h, "blockIdx.x")
    half, lane = sch.split(d, [2, 32])
    sch.bind(lane, "threadIdx.x")
    for block in ["O", "L", "P", "M", "S"]:
        sch.set_scope(block, 0, "shared")
        sch.compute_at(block, h)
    d, n = sch.get_loops("O")[-2:]
    half, lane = sch.split(d, [2, 32])
    rest, warp = sch.split(n, [None, 4])
    sch.reorder(half, warp, lane, rest)
    sch.bind(warp, "threadIdx.y")
    sch.bind(lane, "threadIdx.x")
    for block in ["L", "M"]:
        rest, lane = sch.split(sch.get_loops(block)[-1], [None, 32])
        sch.reorder(lane, rest)
        sch.bind(lane, "threadIdx.x")
    warp, lane = sch.split(sch.get_loops("P")[-1], [4, 32])
    sch.bind(warp, "threadIdx.y")
    sch.bind(lane, "threadIdx.x")
    n, d = sch.get_loops("S")[-2:]
    rest, warp = sch.split(n, [None, 4])
    half, lane = sch.split(d, [2, 32])
    sch.reorder(rest, warp, lane, half)
    sch.bind(warp, "threadIdx.y")
    sch.bind(lane, "threadIdx.x")
