"""storage_align: rows of the shared copy are 1108 elements apart instead of 1024, so that the threads that walk down a column
use different banks of the memory."""
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
    copy = sch.cache_read("B", "A", "shared")
    sch.storage_align(copy, 0, axis=0, factor=100, offset=8)
