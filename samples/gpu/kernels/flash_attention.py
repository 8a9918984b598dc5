"""Attention in one pass over the keys (flash attention): softmax and both products for tiles of 32 keys, whose scores never leave the registers. The
largest score so far and the sums grow with the tiles; each tile first scales the sums to the new largest score. A thread computes a row of the result,
and the 64 threads of a block share the tiles of keys and values. Sums are in float32 and need no tensor cores."""
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
    for h, m in T.grid(2, 128):
        with T.block("M_start"):
            vh, vm = T.axis.remap("SS", [h, m])
            M[vh, vm] = T.min_value("float32")
        with T.block("L_start"):
            vh, vm = T.axis.remap("SS", [h, m])
            L[vh, vm] = T.float32(0)
        for d in range(64):
            with T.block("O_start"):
                vh, vm, vd = T.axis.remap("SSS", [h, m, d])
                O[vh, vm, vd] = T.float32(0)
        for t in range(4):
            for c, d in T.grid(32, 64):
                with T.block("S"):
                    vh, vm, vt, vc, vd = T.axis.remap("SSSSR", [h, m, t, c, d])
                    with T.init():
                        S[vh, vm, vt, vc] = T.float32(0)
                    S[vh, vm, vt, vc] = S[vh, vm, vt, vc] + Q[vh, vm, vd] * K[vh, vt * 32 + vc, vd]
            with T.block("B"):
                vh, vm, vt = T.axis.remap("SSS", [h, m, t])
                B[vh, vm, vt] = M[vh, vm]
            for c in range(32):
                with T.block("M"):
                    vh, vm, vt, vc = T.axis.remap("SSRR", [h, m, t, c])
                    M[vh, vm] = T.max(M[vh, vm], S[vh, vm, vt, vc] * T.float32(0.125))
            with T.block("A"):
                vh, vm, vt = T.axis.remap("SSS", [h, m, t])
                A[vh, vm, vt] = T.exp(B[vh, vm, vt] - M[vh, vm])
            for c in range(32):
                with T.block("P"):
                    vh, vm, vt, vc = T.axis.remap("SSSS", [h, m, t, c])
                    P[vh, vm, vt, vc] = T.exp(S[vh, vm, vt, vc] * T.float32(0.125) - M[vh, vm])
            with T.block("L_scale"):
                vh, vm, vt = T.axis.remap("SSR", [h, m, t])
                L[vh, vm] = L[vh, vm] * A[vh, vm, vt]
            for c in range(32):
                with T.block("L"):
                    vh, vm, vt, vc = T.axis.remap("SSRR", [h, m, t, c])
                    L[vh, vm] = L[vh, vm] + P[vh, vm, vt, vc]
            for d in range(64):
                with T.block("O_scale"):
                    vh, vm, vd, vt = T.axis.remap("SSSR", [h, m, d, t])
                    O[vh, vm, vd] = O[vh, vm, vd] * A[vh, vm, vt]
            for c, d in T.grid(32, 64):
                with T.block("O"):
                    vh, vm, vt, vc, vd = T.axis.remap("SSRRS", [h, m, t, c, d])
                    O[vh, vm, vd] = O[vh, vm, vd] + P[vh, vm, vt, vc] * V[vh, vt * 32 + vc, vd]
        for d in range(64):
            with T.block("Y"):
                vh, vm, vd = T.axis.remap("SSS", [h, m, d])
                Y[vh, vm, vd] = O[vh, vm, vd] / L[vh, vm]


def reference(Q, K, V, Y):
    S = np.matmul(Q, np.swapaxes(K, 1, 2)) / np.sqrt(np.float32(Q.shape[2]))
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
    h, m = sch.get_loops("M_start")
    tile, row = sch.split(m, [None, 64])
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
