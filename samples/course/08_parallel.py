"""Course, 8 of 12: threads. Starting threads costs thousands of cycles, so they are started once, for as much work as there is.

Hint: which loop can run in parallel, and how often is it reached?
Hint: a loop with few iterations can be fused with another one; the loop over rows has enough for 8 cores.
"""
# challenge: 3x fewer cycles, 2 steps
# inputs: A=-1..1
import numpy as np
from tvm.script import tir as T


@T.prim_func
def logistic(A: T.Buffer((512, 256), "float32"), B: T.Buffer((512, 256), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j in T.grid(512, 256):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.float32(1) / (T.float32(1) + T.exp(T.float32(0) - A[vi, vj]))


def reference(A, B):
    B[:] = 1 / (1 + np.exp(-A))


def first_try(sch):
    # The threads are started 512 times, for 256 elements each.
    i, j = sch.get_loops("B")
    sch.parallel(j)


def solution(sch):
    i, j = sch.get_loops("B")
    sch.parallel(i)
