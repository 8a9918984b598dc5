"""sums: of every row and of every column of a matrix, in one pass: vectors that are read are added up, and added to the columns. Each of
eight blocks of rows has sums of the columns of its own, so that blocks can run in parallel."""
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


def vectors(sch, block, reduction, lane):
    start = sch.decompose_reduction(block, reduction)
    sch.vectorize(lane)
    sch.vectorize(sch.get_loops(start)[-1])
    return start


def add_by_lanes(sch, partial, row):
    # Sums of every so many elements, as many as vectors hold: independent of each other.
    sch.compute_at(partial, row)
    *_, lane, step = sch.get_loops(partial)
    sch.reorder(step, lane)
    vectors(sch, partial, step, lane)
    return step


def schedule(sch):
    i, j = sch.get_loops("rows")
    sch.split(i, [8, None])
    *_, j = sch.get_loops("rows")
    _, lane = sch.split(j, [None, 128])
    wide = sch.rfactor(lane, 1)
    *_, j = sch.get_loops("rows")
    _, lane = sch.split(j, [None, 16])
    narrow = sch.rfactor(lane, 1)
    block, row, *_ = sch.get_loops("rows")
    add_by_lanes(sch, narrow, row)
    along = add_by_lanes(sch, wide, row)
    j, i = sch.get_loops("columns")
    block, row_of_block = sch.split(i, [8, None])
    part = sch.rfactor(block, 0)
    j, block = sch.get_loops("columns")
    columns, lanes = sch.split(j, [None, 128])
    sch.reorder(columns, block, lanes)
    vectors(sch, "columns", block, lanes)
    j, block, row_of_block = sch.get_loops(part)
    columns, lanes = sch.split(j, [None, 128])
    sch.reorder(block, row_of_block, columns, lanes)
    sch.fission(block, vectors(sch, part, row_of_block, lanes))
    sch.merge(row, sch.get_loops(part)[1])
    # Both sums of the same 128 elements, one after the other: memory never waits for either.
    block, row, columns, _ = sch.get_loops(part)
    sch.merge(along, columns)
    # The next row is asked for while this one is used.
    block, row, along, _ = sch.get_loops(part)
    sch.prefetch("A", row, 1, [along])
    sch.parallel(block)
