"""A first product: six steps take it past NumPy. The tour of the window takes them by mouse."""
# inputs: A=-1..1, B=-1..1
import numpy as np
from tvm.script import tir as T


@T.prim_func
def product(A: T.Buffer((4096, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((4096, 64), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(4096, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def schedule(sch):
    # Rows of B are read one after the other.
    i, j, k = sch.get_loops("C")
    sch.reorder(k, j)
    # Four rows at a time: each number of B that is loaded is used four times.
    rows, row = sch.split(i, [None, 4])
    sch.reorder(k, row)
    # The results of four rows stay in registers during the whole reduction.
    sch.vectorize(j)
    sch.unroll(row)
    sch.parallel(rows)
