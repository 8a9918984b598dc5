"""parallel: the rows are divided among the cores. The loop over l adds to one element, so running it in parallel is a race,
and is refused; rfactor makes partial sums that may run in parallel."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def row_sums(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024,), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, k in T.grid(1024, 1024):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]


def reference(A, B):
    np.sum(A, axis=1, out=B)


def schedule(sch):
    i, k = sch.get_loops("B")
    sch.parallel(i)


def reduction(sch):
    i, k = sch.get_loops("B")
    ko, ki = sch.split(k, factors=[4, None])
    partial = sch.rfactor(ko, 1)
    sch.parallel(sch.get_loops(partial)[0])
