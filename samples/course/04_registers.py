"""Course, 4 of 12: sums in registers. The result is stored by columns, so a vector of a row of C cannot be stored at once, and while
the reduction runs, every sum is loaded and stored again.

The function `tiles` is prepared: it makes tiles of 4 rows and 16 columns. Three steps are left, in this order, and then vectors.

Hint: first, before the tiles: cache_write gives the sums a buffer of their own, in the order in which they are computed.
Hint: second: reverse_compute_at moves the copy to C into the loop over tiles; then only the sums of one tile exist.
Hint: third: the first values of the sums are set outside the reduction after decompose_reduction.
Hint: the rows of a tile are unrolled and its columns are vectors (unroll, vectorize), for the sums and for their first values.
"""
# challenge: 22x fewer cycles, 12 steps
# inputs: A=-1..1, B=-1..1
import numpy as np
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((64, 256), "float32"), B: T.Buffer((256, 64), "float32"), C: T.Buffer((64, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 64, 256):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vj, vi] = T.float32(0)
            C[vj, vi] = C[vj, vi] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    C[:] = np.matmul(A, B).T


def tiles(sch):
    """Prepared: tiles of 4 rows and 16 columns, with the reduction outside of a tile. Returns the loop over the tiles of a
    row, the reduction, and the rows and columns of a tile."""
    i, j, k = sch.get_loops("C")
    i0, i1 = sch.split(i, [None, 4])
    j0, j1 = sch.split(j, [None, 16])
    sch.reorder(i0, j0, k, i1, j1)
    return j0, k, i1, j1


def first_try(sch):
    # The sums have a buffer of their own, but all of them at once: each is loaded and stored in every iteration of k.
    sch.cache_write("C", 0, "local")
    i, j, k = sch.get_loops("C")
    j0, j1 = sch.split(j, [None, 16])
    sch.reorder(i, k, j0, j1)
    sch.vectorize(j1)


def solution(sch):
    copy = sch.cache_write("C", 0, "local")
    j0, k, i1, j1 = tiles(sch)
    sch.reverse_compute_at(copy, j0)
    init = sch.decompose_reduction("C", k)
    *_, rows, columns = sch.get_loops(init)
    sch.unroll(rows)
    sch.vectorize(columns)
    sch.unroll(i1)
    sch.vectorize(j1)
