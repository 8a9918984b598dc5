"""A composite of the file itself: tile_rows takes a block and sizes, and is a step like any other, in the window and in
`lw apply FILE --do 'tile_rows(B)'`."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def two_steps(A: T.Buffer((60, 44), "float32"), C: T.Buffer((60, 44), "float32")):
    T.func_attr({"tir.noalias": True})
    B = T.alloc_buffer((60, 44), "float32")
    for i, j in T.grid(60, 44):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(60, 44):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)


def reference(A, C):
    np.multiply(A, 2, out=C)
    C += 1


def tile_rows(sch, block, rows=8, lanes=16):
    """Run bundles of rows in parallel, each row in vectors.

    block: a block with two loops
    rows: of a bundle
    lanes: of a vector
    """
    i, j = sch.get_loops(block)
    outer, inner = sch.split(i, factors=[None, rows])
    rest, vector = sch.split(j, factors=[None, lanes])
    sch.parallel(outer)
    sch.vectorize(vector)
    return outer


def schedule(sch):
    outer = tile_rows(sch, sch.get_block("C"))
    sch.compute_at(sch.get_block("B"), outer)
