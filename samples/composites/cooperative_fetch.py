"""cooperative_fetch: the threads of a thread block copy a row of weights to shared memory together."""
import numpy as np
from composites.gpu_matmul import cooperative_fetch  # resources/composites
from tvm.script import tir as T


@T.prim_func
def weighted(A: T.Buffer((64, 100), "float32"), W: T.Buffer((100,), "float32"), B: T.Buffer((64,), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, k in T.grid(64, 100):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk] * W[vk]


def reference(A, W, B):
    np.matmul(A, W, out=B)


def schedule(sch):
    block = sch.get_block("B")
    i, k = sch.get_loops(block)
    bx, tx = sch.split(i, factors=[None, 32])
    sch.bind(bx, "blockIdx.x")
    sch.bind(tx, "threadIdx.x")
    weights = sch.cache_read(block, 1, "shared")
    sch.compute_at(weights, tx)
    cooperative_fetch(sch, weights, dims=1, threads_x=32, vector=2)
