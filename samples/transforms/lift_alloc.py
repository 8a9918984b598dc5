"""lift_alloc: the buffer of a block is allocated once by the block around it."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def tiles(A: T.Buffer((256, 64), "float32"), B: T.Buffer((256, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for t in range(16):
        with T.block("tile"):
            vt = T.axis.spatial(16, t)
            T.reads(A[vt * 16:vt * 16 + 16, 0:64])
            T.writes(B[vt * 16:vt * 16 + 16, 0:64])
            X = T.alloc_buffer((16, 64), "float32")
            for i, j in T.grid(16, 64):
                with T.block("X"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    X[vi, vj] = A[vt * 16 + vi, vj] + T.float32(1)
            for i, j in T.grid(16, 64):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    B[vt * 16 + vi, vj] = X[vi, vj] * X[15 - vi, vj]


def reference(A, B):
    for t in range(16):
        X = A[t * 16:t * 16 + 16] + 1
        B[t * 16:t * 16 + 16] = X * X[::-1]


def schedule(sch):
    sch.lift_alloc("tile", "X")
