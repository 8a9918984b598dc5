"""Course, 5 of 12: packing. B is stored by columns: the elements of a vector of a row are 256 apart. A copy in the order in which the
loops read makes them neighbours, and each copied element is used for all rows.

Hint: pack copies a part of an operand into another layout at a loop; the layout is a function of its indices.
Hint: with B[n, k], the layout lambda n, k: (n // 16, k, n % 16) puts 16 columns side by side.
Hint: the loop over tiles of columns has to be outside the rows, or the copy is made for every row.
"""
# challenge: 26x fewer cycles, 12 steps
# inputs: A=-1..1, B=-1..1
import numpy as np
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((256, 256), "float32"), B: T.Buffer((64, 256), "float32"), C: T.Buffer((256, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(256, 64, 256):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk]


def reference(A, B, C):
    np.matmul(A, B.T, out=C)


def tiles(sch):
    i, j, k = sch.get_loops("C")
    i0, i1 = sch.split(i, [None, 4])
    j0, j1 = sch.split(j, [None, 16])
    sch.reorder(j0, i0, k, i1, j1)
    return i0, j0, k, i1, j1


def first_try(sch):
    # The tile is kept in registers, but the 16 elements of B in a vector are loaded one by one.
    i0, j0, k, i1, j1 = tiles(sch)
    sch.decompose_reduction("C", k)
    sch.unroll(i1)
    sch.vectorize(j1)


def solution(sch):
    i0, j0, k, i1, j1 = tiles(sch)
    sch.pack("C", "B", lambda n, k: (n // 16, k, n % 16), at=j0)
    init = sch.decompose_reduction("C", k)
    *_, rows, columns = sch.get_loops(init)
    sch.unroll(rows)
    sch.vectorize(columns)
    sch.unroll(i1)
    sch.vectorize(j1)
