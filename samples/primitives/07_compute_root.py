"""compute_root: the reverse of compute_at: all partial sums are computed before the threads join them."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def sum_of_all(A: T.Buffer((1024,), "float32"), B: T.Buffer((1,), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, k in T.grid(1, 1024):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vk]


def reference(A, B):
    B[0] = np.sum(A)


def schedule(sch):
    i, k = sch.get_loops("B")
    ko, ki = sch.split(k, factors=[None, 32])
    partial = sch.rfactor(ki, 0)
    thread = sch.get_loops("B")[-1]
    sch.bind(thread, "threadIdx.x")
    sch.compute_at(partial, thread)
    sch.compute_root(partial)
