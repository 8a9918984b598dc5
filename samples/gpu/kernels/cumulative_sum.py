"""Cumulative sums of rows: sums in chunks of 128 by steps that double their reach (Hillis and Steele), in shared memory; then the totals of the chunks
the same way, and their sums are added. Every step needs all of the one before, so that barriers are between them."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def cumulative_sum(X: T.Buffer((2, 8, 128), "float32"), Y: T.Buffer((2, 8, 128), "float32")):
    T.func_attr({"tir.noalias": True})
    C2 = T.alloc_buffer((2, 8, 128))
    C4 = T.alloc_buffer((2, 8, 128))
    C8 = T.alloc_buffer((2, 8, 128))
    C16 = T.alloc_buffer((2, 8, 128))
    C32 = T.alloc_buffer((2, 8, 128))
    C64 = T.alloc_buffer((2, 8, 128))
    C128 = T.alloc_buffer((2, 8, 128))
    S2 = T.alloc_buffer((2, 8))
    S4 = T.alloc_buffer((2, 8))
    S8 = T.alloc_buffer((2, 8))
    for r, c, i in T.grid(2, 8, 128):
        with T.block("C2"):
            vr, vc, vi = T.axis.remap("SSS", [r, c, i])
            C2[vr, vc, vi] = X[vr, vc, vi] + T.if_then_else(vi >= 1, X[vr, vc, vi - 1], T.float32(0))
    for r, c, i in T.grid(2, 8, 128):
        with T.block("C4"):
            vr, vc, vi = T.axis.remap("SSS", [r, c, i])
            C4[vr, vc, vi] = C2[vr, vc, vi] + T.if_then_else(vi >= 2, C2[vr, vc, vi - 2], T.float32(0))
    for r, c, i in T.grid(2, 8, 128):
        with T.block("C8"):
            vr, vc, vi = T.axis.remap("SSS", [r, c, i])
            C8[vr, vc, vi] = C4[vr, vc, vi] + T.if_then_else(vi >= 4, C4[vr, vc, vi - 4], T.float32(0))
    for r, c, i in T.grid(2, 8, 128):
        with T.block("C16"):
            vr, vc, vi = T.axis.remap("SSS", [r, c, i])
            C16[vr, vc, vi] = C8[vr, vc, vi] + T.if_then_else(vi >= 8, C8[vr, vc, vi - 8], T.float32(0))
    for r, c, i in T.grid(2, 8, 128):
        with T.block("C32"):
            vr, vc, vi = T.axis.remap("SSS", [r, c, i])
            C32[vr, vc, vi] = C16[vr, vc, vi] + T.if_then_else(vi >= 16, C16[vr, vc, vi - 16], T.float32(0))
    for r, c, i in T.grid(2, 8, 128):
        with T.block("C64"):
            vr, vc, vi = T.axis.remap("SSS", [r, c, i])
            C64[vr, vc, vi] = C32[vr, vc, vi] + T.if_then_else(vi >= 32, C32[vr, vc, vi - 32], T.float32(0))
    for r, c, i in T.grid(2, 8, 128):
        with T.block("C128"):
            vr, vc, vi = T.axis.remap("SSS", [r, c, i])
            C128[vr, vc, vi] = C64[vr, vc, vi] + T.if_then_else(vi >= 64, C64[vr, vc, vi - 64], T.float32(0))
    for r, c in T.grid(2, 8):
        with T.block("S2"):
            vr, vc = T.axis.remap("SS", [r, c])
            S2[vr, vc] = C128[vr, vc, 127] + T.if_then_else(vc >= 1, C128[vr, vc - 1, 127], T.float32(0))
    for r, c in T.grid(2, 8):
        with T.block("S4"):
            vr, vc = T.axis.remap("SS", [r, c])
            S4[vr, vc] = S2[vr, vc] + T.if_then_else(vc >= 2, S2[vr, vc - 2], T.float32(0))
    for r, c in T.grid(2, 8):
        with T.block("S8"):
            vr, vc = T.axis.remap("SS", [r, c])
            S8[vr, vc] = S4[vr, vc] + T.if_then_else(vc >= 4, S4[vr, vc - 4], T.float32(0))
    for r, c, i in T.grid(2, 8, 128):
        with T.block("Y"):
            vr, vc, vi = T.axis.remap("SSS", [r, c, i])
            Y[vr, vc, vi] = C128[vr, vc, vi] + T.if_then_else(vc >= 1, S8[vr, vc - 1], T.float32(0))


def reference(X, Y):
    np.copyto(Y, np.reshape(np.cumsum(np.reshape(X, (X.shape[0], -1)), axis=1), X.shape))


def schedule(sch):
    # Three kernels: chunks, one for each block of threads; their totals; the sums.
    r, c, i = sch.get_loops("C128")
    sch.bind(r, "blockIdx.y")
    sch.bind(c, "blockIdx.x")
    sch.bind(i, "threadIdx.x")
    for step in ["C64", "C32", "C16", "C8", "C4", "C2"]:
        sch.set_scope(step, 0, "shared")
        sch.compute_at(step, c)
        sch.bind(sch.get_loops(step)[-1], "threadIdx.x")
    r, c = sch.get_loops("S8")
    sch.bind(r, "blockIdx.x")
    sch.bind(c, "threadIdx.x")
    for step in ["S4", "S2"]:
        sch.set_scope(step, 0, "shared")
        sch.compute_at(step, r)
        sch.bind(sch.get_loops(step)[-1], "threadIdx.x")
    r, c, i = sch.get_loops("Y")
    sch.bind(r, "blockIdx.y")
    sch.bind(c, "blockIdx.x")
    sch.bind(i, "threadIdx.x")
