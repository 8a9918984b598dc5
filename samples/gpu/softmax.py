"""Softmax of rows on a GPU: one block of threads for each row, which reduces it twice and keeps it in shared memory."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def softmax(A: T.Buffer((32, 256), "float32"), B: T.Buffer((32, 256), "float32")):
    T.func_attr({"tir.noalias": True})
    M = T.alloc_buffer((32,))
    E = T.alloc_buffer((32, 256))
    S = T.alloc_buffer((32,))
    for i, k in T.grid(32, 256):
        with T.block("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = T.float32(-3.4028234663852886e38)
            M[vi] = T.max(M[vi], A[vi, vk])
    for i, k in T.grid(32, 256):
        with T.block("E"):
            vi, vk = T.axis.remap("SS", [i, k])
            E[vi, vk] = T.exp(A[vi, vk] - M[vi])
    for i, k in T.grid(32, 256):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + E[vi, vk]
    for i, k in T.grid(32, 256):
        with T.block("B"):
            vi, vk = T.axis.remap("SS", [i, k])
            B[vi, vk] = E[vi, vk] / S[vi]


def reference(A, B):
    E = np.exp(A - np.max(A, axis=1, keepdims=True))
    np.divide(E, np.sum(E, axis=1, keepdims=True), out=B)


def schedule(sch):
    result = sch.get_block("B")
    i, k = sch.get_loops(result)
    k0, k1 = sch.split(k, [None, 64])
    sch.bind(i, "blockIdx.x")
    sch.bind(k1, "threadIdx.x")
    for name in ["S", "E", "M"]:
        block = sch.get_block(name)
        sch.set_scope(block, 0, "shared")
        sch.compute_at(block, i)
        inner = sch.get_loops(block)[-1]
        ko, ki = sch.split(inner, [None, 64])
        if name != "E":
            sch.reorder(ki, ko)
        sch.bind(ki, "threadIdx.x")
