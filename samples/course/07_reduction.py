"""Course, 7 of 12: reductions. Each addition waits for the one before it. Partial sums that do not wait for each other are computed in
a vector.

Hint: split the reduction and give the inner loop's partial sums a buffer of their own: rfactor.
Hint: rfactor(k1, 1) stores the partial sums of a row side by side, as vectors need them.
"""
# challenge: 5x fewer cycles, 8 steps
# inputs: A=-1..1
import numpy as np
from tvm.script import tir as T


@T.prim_func
def sums(A: T.Buffer((64, 4096), "float32"), B: T.Buffer((64,), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, k in T.grid(64, 4096):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk]


def reference(A, B):
    B[:] = np.sum(A, axis=1)


def first_try(sch):
    # An unrolled reduction still adds one value after the other.
    i, k = sch.get_loops("B")
    k0, k1 = sch.split(k, [None, 32])
    sch.decompose_reduction("B", k0)
    sch.unroll(k1)


def solution(sch):
    i, k = sch.get_loops("B")
    k0, k1 = sch.split(k, [None, 32])
    partial = sch.rfactor(k1, 1)
    rows, outer, lanes = sch.get_loops(partial)
    init = sch.decompose_reduction(partial, outer)
    sch.vectorize(sch.get_loops(init)[-1])
    sch.vectorize(lanes)
