"""A challenge: make this product fast in few steps. The run dock says how far you are; `lw run FILE --script FILE:solution --challenge`
says whether a schedule meets it, by its exit code too.

Peek at `solution` only when you have got your own.
"""
# challenge: 30x start, 10 steps
# inputs: A=-1..1, B=-1..1
import numpy as np
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((128, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((128, 128), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(128, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def first_try(sch):
    # Rows of B are read one after the other. Fewer steps than allowed, and not fast enough: what is still missing?
    i, j, k = sch.get_loops("C")
    sch.reorder(i, k, j)


def solution(sch):
    i, j, k = sch.get_loops("C")
    io, ii = sch.split(i, [None, 8])
    jo, ji = sch.split(j, [None, 32])
    sch.reorder(io, jo, k, ii, ji)
    init = sch.decompose_reduction("C", k)
    *_, rows, columns = sch.get_loops(init)
    sch.unroll(rows)
    sch.vectorize(columns)
    sch.unroll(ii)
    sch.vectorize(ji)
    sch.parallel(io)
