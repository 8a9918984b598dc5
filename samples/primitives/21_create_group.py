"""create_group: D and E are computed where F needs them, moved there as one."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def sums(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), F: T.Buffer((1024,), "float32")):
    T.func_attr({"tir.noalias": True})
    D = T.alloc_buffer((1024, 1024), "float32")
    E = T.alloc_buffer((1024, 1024), "float32")
    for i, j in T.grid(1024, 1024):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = A[vi, vj] + B[vi, vj]
    for i, j in T.grid(1024, 1024):
        with T.block("E"):
            vi, vj = T.axis.remap("SS", [i, j])
            E[vi, vj] = D[vi, vj] + B[vi, vj]
    for i, k in T.grid(1024, 1024):
        with T.block("F"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                F[vi] = T.float32(0)
            F[vi] = F[vi] + E[vi, vk]


def reference(A, B, F):
    np.sum(A + 2 * B, axis=1, out=F)


def schedule(sch):
    group = sch.create_group(["E"])
    i, k = sch.get_loops("F")
    sch.compute_group_at(group, k)
