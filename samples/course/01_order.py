"""Course, 1 of 12: the order of loops. As written, the innermost loop reads a column of B, and each element of a column is on a
cache line of its own.

Hint: which loop variable is the last index of B and of C? Let that loop be the innermost.
Hint: reorder changes the order of loops; the reduction may be outside the columns.
"""
# challenge: 6x fewer lines, 2 steps
# inputs: A=-1..1, B=-1..1
import numpy as np
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(128, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def first_try(sch):
    # Rows of A are read once, but the innermost loop now goes down the columns of A and of C.
    i, j, k = sch.get_loops("C")
    sch.reorder(j, k, i)


def solution(sch):
    i, j, k = sch.get_loops("C")
    sch.reorder(i, k, j)
