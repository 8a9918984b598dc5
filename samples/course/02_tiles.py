"""Course, 2 of 12: tiles. With the innermost loop along rows, all of B is still read once for every row of C, and B does not fit in
the first cache. A tile of B that fits is used for many rows before the next one is read.

Hint: split all three loops, and let the outer loops of all three be outside the inner ones.
Hint: what one tile uses of A, B and C has to fit in 32 KiB together: 32 x 32 elements of each are 12 KiB.
"""
# challenge: 10x fewer bytes past L1, 4 steps
# inputs: A=-1..1, B=-1..1
import numpy as np
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, k, j in T.grid(128, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def first_try(sch):
    # The loops are divided, but their order is the old one, so every element is read as often as before.
    i, k, j = sch.get_loops("C")
    sch.split(i, [None, 32])
    sch.split(k, [None, 32])
    sch.split(j, [None, 32])


def solution(sch):
    i, k, j = sch.get_loops("C")
    i0, i1 = sch.split(i, [None, 32])
    k0, k1 = sch.split(k, [None, 32])
    j0, j1 = sch.split(j, [None, 32])
    sch.reorder(i0, j0, k0, i1, k1, j1)
