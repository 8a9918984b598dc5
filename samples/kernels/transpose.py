"""transpose: squares of 16 x 16 elements, so that the lines of the cache that are read and those that are written are used
whole. What comes next is asked for early, and what is done goes past the caches."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def transpose(A: T.Buffer((2048, 2048), "float32"), B: T.Buffer((2048, 2048), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j in T.grid(2048, 2048):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]


def reference(A, B):
    B[:] = A.T


def schedule(sch):
    i, j = sch.get_loops("B")
    io, im, ii = sch.split(i, [None, 16, 16])
    jo, ji = sch.split(j, [None, 16])
    sch.reorder(io, jo, im, ii, ji)
    # Rows 8 KiB apart fall on the same places of the cache, so each line that is read is copied at once.
    square = sch.cache_read("B", 0, "local")
    sch.compute_at(square, im)
    *_, row, column = sch.get_loops(square)
    sch.vectorize(column)
    sch.unroll(row)
    sch.vectorize(ji)
    sch.unroll(ii)
    # Of each row 1 KiB is read, too little for the machine to see what follows.
    sch.prefetch("A", jo, 2, [im])
    sch.parallel(io)
    # Nobody reads the result soon: it goes to memory past the caches, and its lines are not read there first.
    sch.annotate("B", "pragma_stream_stores", 1)
