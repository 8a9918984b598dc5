"""parallel: the columns of a row are added by several cores. They meet at one element, so that the updates are atomic and the
element is started before them. The rows can be divided among the cores without that, and rfactor makes partial sums."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def row_sums(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024,), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, l in T.grid(1024, 1024):
        with T.block("B"):
            vi, vl = T.axis.remap("SR", [i, l])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vl]


def reference(A, B):
    np.sum(A, axis=1, out=B)


def schedule(sch):
    i, l = sch.get_loops("B")
    sch.decompose_reduction("B", l)
    sch.atomic("B_update")
    sch.parallel(l)


def rows(sch):
    i, l = sch.get_loops("B")
    sch.parallel(i)


def partial_sums(sch):
    i, l = sch.get_loops("B")
    lo, li = sch.split(l, factors=[4, None])
    partial = sch.rfactor(lo, 1)
    sch.parallel(sch.get_loops(partial)[0])
