"""set_store_predicate: only the first thread stores. The sum is made of 16 partial sums; the thread axis has one thread here, so that
nothing is left out. A condition that left out a value that is needed would be refused."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def sum_of_parts(A: T.Buffer((1024,), "float32"), B: T.Buffer((1,), "float32")):
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
    ko, ki = sch.split(k, factors=[None, 16])
    parts = sch.rfactor(ki, 0)
    i, ki = sch.get_loops("B")
    sch.compute_at(parts, ki)
    tx = sch.add_unit_loop("B")
    sch.bind(tx, "threadIdx.x")
    sch.set_store_predicate("B", lambda i, ki, tx: tx == 0)
    sch.decompose_reduction("B", ki)
    sch.decompose_reduction(parts, sch.get_loops(parts)[-1])
