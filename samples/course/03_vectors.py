"""Course, 3 of 12: vectors. A vector instruction computes several elements that are stored side by side. All data of this program
fits in the first cache, so what counts is the number of instructions.

Hint: vectorize needs elements side by side in B and C. Which loop has them?
Hint: split that loop first; a vector has 8 elements of float32 in 256 bits, and two vectors at a time are better than one.
"""
# challenge: 5x fewer cycles, 3 steps
# inputs: A=-1..1, B=-1..1
import numpy as np
from tvm.script import tir as T


@T.prim_func
def products(A: T.Buffer((64, 32), "float32"), B: T.Buffer((64, 32), "float32"), C: T.Buffer((32, 32), "float32")):
    T.func_attr({"tir.noalias": True})
    for k, i, j in T.grid(64, 32, 32):
        with T.block("C"):
            vk, vi, vj = T.axis.remap("RSS", [k, i, j])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vk, vi] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A.T, B, out=C)


def first_try(sch):
    # A vector of 8 rows: its elements of C are 32 apart in memory, and are loaded and stored one by one.
    k, i, j = sch.get_loops("C")
    i0, i1 = sch.split(i, [None, 8])
    sch.reorder(i0, j, i1)
    sch.vectorize(i1)


def solution(sch):
    k, i, j = sch.get_loops("C")
    j0, j1 = sch.split(j, [None, 16])
    sch.vectorize(j1)
