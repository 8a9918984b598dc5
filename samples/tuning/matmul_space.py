"""A search space by hand: a schedule function whose sizes are drawn. `lw tune samples/tuning/matmul_space.py --space
samples/tuning/matmul_space.py:space` searches for the fastest; every run of the function gives one candidate."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((512, 512), "float32"), B: T.Buffer((512, 512), "float32"), C: T.Buffer((512, 512), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(512, 512, 512):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def space(sch):
    # Decisions have the names of the variables that take them: pin one by giving its step a decision=...
    rows = sch.sample_categorical([4, 8, 16], [0.3, 0.5, 0.2])
    columns = sch.sample_categorical([16, 32, 64], [0.3, 0.5, 0.2])
    i, j, k = sch.get_loops("C")
    steps = sch.sample_perfect_tile(k, n=2, max_innermost_factor=16)
    io, ii = sch.split(i, [None, rows])
    jo, ji = sch.split(j, [None, columns])
    ko, ki = sch.split(k, steps)
    # Rows or columns in the outer loop: which factor stays in the cache?
    order = sch.sample_categorical([0, 1], [0.5, 0.5])
    if sch.get(order) == 0:
        sch.reorder(io, jo, ko, ki, ii, ji)
    else:
        sch.reorder(jo, io, ko, ki, ii, ji)
    # B in panels as wide as a tile, laid out one after the other. Packing costs time, and pays for large products.
    packs = sch.sample_categorical([0, 1], [0.4, 0.6])
    if sch.get(packs) == 1:
        width = sch.get(columns)
        panels = sch.cache_read("C", 1, "global")
        sch.transform_layout(panels, ("write", 0), lambda k, n: (n // width, k, n % width))
        _, lanes = sch.split(sch.get_loops(panels)[-1], [None, width])
        sch.vectorize(lanes)
    init = sch.decompose_reduction("C", ko)
    *_, init_rows, init_lanes = sch.get_loops(init)
    sch.vectorize(init_lanes)
    sch.unroll(init_rows)
    sch.vectorize(ji)
    sch.unroll(ii)
