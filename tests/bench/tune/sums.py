"""sums: of every row and of every column of a matrix, in one pass: vectors that are read are added up, and added to the columns. Eight rows
go together, so that memory is read in eight places at a time, and the sums of the columns are read and written once for all eight. Each of
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
