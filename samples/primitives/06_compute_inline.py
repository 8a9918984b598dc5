"""compute_inline: the padding is not stored, but computed where the convolution reads it."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def convolution(A: T.Buffer((256, 256), "float32"), W: T.Buffer((3, 3), "float32"), B: T.Buffer((258, 258), "float32")):
    T.func_attr({"tir.noalias": True})
    Apad = T.alloc_buffer((260, 260), "float32")
    for yy, xx in T.grid(260, 260):
        with T.block("Apad"):
            vy, vx = T.axis.remap("SS", [yy, xx])
            Apad[vy, vx] = T.if_then_else(2 <= vy and vy < 258 and 2 <= vx and vx < 258, A[vy - 2, vx - 2], T.float32(0))
    for yy, xx, ry, rx in T.grid(258, 258, 3, 3):
        with T.block("B"):
            vy, vx, vry, vrx = T.axis.remap("SSRR", [yy, xx, ry, rx])
            with T.init():
                B[vy, vx] = T.float32(0)
            B[vy, vx] = B[vy, vx] + Apad[vy + vry, vx + vrx] * W[vry, vrx]


def reference(A, W, B):
    padded = np.pad(A, 2)
    B[:] = 0
    for ry in range(3):
        for rx in range(3):
            B += padded[ry:ry + 258, rx:rx + 258] * W[ry, rx]


def schedule(sch):
    sch.compute_inline("Apad")
