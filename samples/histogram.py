"""A histogram: which element is counted up depends on the data. Iterations that run at the same time may meet at one element, so
that the updates are atomic. Two cores lose more by that than they win; the many threads of a GPU do not."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def histogram(A: T.Buffer((65536,), "int32"), H: T.Buffer((256,), "int32")):
    T.func_attr({"tir.noalias": True})
    for b in range(256):
        with T.block("start"):
            vb = T.axis.spatial(256, b)
            H[vb] = 0
    for k in range(65536):
        with T.block("count"):
            vk = T.axis.reduce(65536, k)
            H[A[vk] % 256] = H[A[vk] % 256] + 1


def reference(A, H):
    H[:] = np.sum((A[None, :] % 256) == np.arange(256)[:, None], axis=1)


def schedule(sch):
    sch.atomic("count")
    ko, ki = sch.split(sch.get_loops("count")[0], factors=[64, None])
    sch.parallel(ko)


def gpu(sch):
    b = sch.get_loops("start")[0]
    bo, bi = sch.split(b, factors=[None, 64])
    sch.bind(bo, "blockIdx.x")
    sch.bind(bi, "threadIdx.x")
    sch.atomic("count")
    ko, ki = sch.split(sch.get_loops("count")[0], factors=[None, 256])
    sch.bind(ko, "blockIdx.x")
    sch.bind(ki, "threadIdx.x")
