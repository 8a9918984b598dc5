"""Attention in one pass over the keys (flash attention) with a causal mask: a token sees itself and earlier ones. The loop over tiles of keys ends with
the tile that the last of the 64 rows of a block sees; the mask is kept in the tiles that it crosses. flash_attention.py says how the rest works."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def attention(Q: T.Buffer((2, 128, 64), "float32"), K: T.Buffer((2, 128, 64), "float32"), V: T.Buffer((2, 128, 64), "float32"), Y: T.Buffer((2, 128, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    S = T.alloc_buffer((2, 128, 4, 32))
    P = T.alloc_buffer((2, 128, 4, 32))
    M = T.alloc_buffer((2, 128))
    B = T.alloc_buffer((2, 128, 4))
    A = T.alloc_buffer((2, 128, 4))
    L = T.alloc_buffer((2, 128))
    O = T.alloc_buffer((2, 128, 64))
    for h, i, r in T.grid(2, 2, 64):
        with T.block("M_start"):
            vh = T.axis.spatial(2, h)
            vm = T.axis.spatial(128, i * 64 + r)
            M[vh, vm] = T.min_value("float32")
        with T.block("L_start"):
            vh = T.axis.spatial(2, h)
            vm = T.axis.spatial(128, i * 64 + r)
            L[vh, vm] = T.float32(0)
        for d in range(64):
            with T.block("O_start"):
                vh, vd = T.axis.remap("SS", [h, d])
                vm = T.axis.spatial(128, i * 64 + r)
                O[vh, vm, vd] = T.float32(0)
        for t in range(i * 2 + 2):
            for c, d in T.grid(32, 64):
                with T.block("S"):
                    vh, vt, vc, vd = T.axis.remap("SSSR", [h, t, c, d])
                    vm = T.axis.spatial(128, i * 64 + r)
                    with T.init():
                        S[vh, vm, vt, vc] = T.float32(0)
                    S[vh, vm, vt, vc] = S[vh, vm, vt, vc] + Q[vh, vm, vd] * K[vh, vt * 32 + vc, vd]
            with T.block("B"):
                vh, vt = T.axis.remap("SS", [h, t])
                vm = T.axis.spatial(128, i * 64 + r)
                B[vh, vm, vt] = M[vh, vm]
            for c in range(32):
                with T.block("M"):
                    vh, vt, vc = T.axis.remap("SRR", [h, t, c])
                    vm = T.axis.spatial(128, i * 64 + r)
                    M[vh, vm] = T.max(M[vh, vm], T.if_then_else(vt * 32 + vc <= vm, S[vh, vm, vt, vc] * T.float32(0.125), T.float32("-inf")))
            with T.block("A"):
                vh, vt = T.axis.remap("SS", [h, t])
                vm = T.axis.spatial(128, i * 64 + r)
                A[vh, vm, vt] = T.exp(B[vh, vm, vt] - M[vh, vm])
            for c in range(32):
                with T.block("P"):
                    vh, vt, vc = T.axis.remap("SSS", [h, t, c])
                    vm = T.axis.spatial(128, i * 64 + r)
                    P[vh, vm, vt, vc] = T.exp(T.if_then_else(vt * 32 + vc <= vm, S[vh, vm, vt, vc] * T.float32(0.125), T.float32("-inf")) - M[vh, vm])
            with T.block("L_scale"):
                vh, vt = T.axis.remap("SR", [h, t])
                vm = T.axis.spatial(128, i * 64 + r)
                L[vh, vm] = L[vh, vm] * A[vh, vm, vt]
            for c in range(32):
                with T.block("L"):
                    vh, vt, vc = T.axis.remap("SRR", [h, t, c])
                    vm = T.axis.spatial(128, i * 64 + r)
                    L[vh, vm] = L[vh, vm] + P[vh, vm, vt, vc]
            for d in range(64):
                with T.block("O_scale"):
                    vh, vd, vt = T.axis.remap("SSR", [h, d, t])
                    vm = T.axis.spatial(128, i * 64 + r)
                    O[vh, vm, vd] = O[vh, vm, vd] * A[vh, vm, vt]
            for c, d in T.grid(32, 64):
                with T.block("O"):
                    vh, vt, vc, vd = T.axis.remap("SRRS", [h, t, c, d])
                    vm = T.axis.spatial(128, i * 64 + r)
                    O[vh, vm, vd] = O[vh, vm, vd] + P[vh, vm, vt, vc] * V[vh, vt * 32 + vc, vd]
        for d in range(64):
            with T.block("Y"):
                vh, vd = T.axis.remap("SS", [h, d])
                vm = T.axis.spatial(128, i * 64 + r)
                Y[vh, vm, vd] = O[vh, vm, vd] / L[vh, vm]


def reference(Q, K, V, Y):
    S = np.matmul(Q, np.swapaxes(K, 1, 2)) / np.sqrt(np.float32(Q.shape[2]))
    S = np.where(np.tril(np.ones(S.shape)) > 0, S, -np.inf)
    P = np.exp(S - np.max(S, axis=2, keepdims=True))
    np.matmul(P / np.sum(P, axis=2, keepdims=True), V, out=Y)


def fetch(sch, block, operand, loop):
    # All threads copy a tile to shared memory, four numbers at a time.
    copy = sch.cache_read(block, operand, "shared")
    sch.compute_at(copy, loop)
    fused = sch.fuse(*sch.get_loops(copy)[-2:])
    rest, tx, lane = sch.split(fused, [None, 64, 4])
    sch.bind(tx, "threadIdx.x")
    sch.vectorize(lane)


def staged(sch, query_in_registers):
    h, tile, row = sch.get_loops("M_start")
    sch.bind(h, "blockIdx.y")
    sch.bind(tile, "blockIdx.x")
    sch.bind(row, "threadIdx.x")
    for block in ["S", "M_start", "B", "A", "P", "L_start", "O_start"]:
        sch.set_scope(block, 0, "local")
    if query_in_registers:
        sch.compute_at(sch.cache_read("S", "Q", "local"), row)
    t = sch.get_loops("A")[3]
    fetch(sch, "S", "K", t)
    fetch(sch, "O", "V", t)
    # Numbers of a row of keys are read four at a time.
    c, d = sch.get_loops("S")[-2:]
    d, lane = sch.split(d, [None, 4])
    own = sch.cache_read("S", "K_shared", "local")
    sch.compute_at(own, d)
    sch.vectorize(sch.get_loops(own)[-1])
    sch.unroll(lane)
    for block in ["O_start", "O_scale", "O", "Y"]:
        d, lane = sch.split(sch.get_loops(block)[-1], [None, 4])
        sch.vectorize(lane)
        sch.unroll(d)


def schedule(sch):
    staged(sch, True)


def wide_heads(sch):
    # For heads of 128: registers hold a row of the result, but not one of Q as well, which stays in the cache.
    staged(sch, False)
