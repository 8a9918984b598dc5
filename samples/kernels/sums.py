"""sums: of every row and of every column of a matrix. Columns stay in registers while the rows go by."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def sums(A: T.Buffer((2048, 4096), "float32"), rows: T.Buffer((2048,), "float32"), columns: T.Buffer((4096,), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j in T.grid(2048, 4096):
        with T.block("rows"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                rows[vi] = T.float32(0)
            rows[vi] = rows[vi] + A[vi, vj]
    for j, i in T.grid(4096, 2048):
        with T.block("columns"):
            vj, vi = T.axis.remap("SR", [j, i])
            with T.init():
                columns[vj] = T.float32(0)
            columns[vj] = columns[vj] + A[vi, vj]


def reference(A, rows, columns):
    rows[:] = A.sum(axis=1)
    columns[:] = A.sum(axis=0)


def schedule(sch):
    row, j = sch.get_loops("rows")
    partials = []
    for lanes in [128, 16]:
        *_, j = sch.get_loops("rows")
        _, lane = sch.split(j, [None, lanes])
        partials = [sch.rfactor(lane, 1)] + partials
    row = sch.get_loops("rows")[0]
    for partial in partials:
        sch.compute_at(partial, row)
        *_, lane, step = sch.get_loops(partial)
        sch.reorder(step, lane)
        start = sch.decompose_reduction(partial, step)
        sch.vectorize(lane)
        sch.vectorize(sch.get_loops(start)[-1])
    sch.parallel(row)
    j, i = sch.get_loops("columns")
    jo, ji = sch.split(j, [None, 128])
    sch.reorder(jo, i, ji)
    start = sch.decompose_reduction("columns", i)
    sch.vectorize(ji)
    sch.vectorize(sch.get_loops(start)[-1])
    sch.parallel(jo)
