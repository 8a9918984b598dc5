"""The sum of two activations, and its normalisation by the root of the mean square: one block of threads for each row, which is read once and kept in
shared memory. Threads read and write four numbers at a time."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def rms_norm(X: T.Buffer((8, 1024), "float32"), R: T.Buffer((8, 1024), "float32"), G: T.Buffer((1024,), "float32"), H: T.Buffer((8, 1024), "float32"), Y: T.Buffer((8, 1024), "float32")):
    T.func_attr({"tir.noalias": True})
    S = T.alloc_buffer((8, 1024))
    Q = T.alloc_buffer((8,))
    for i in range(8):
        for k in range(1024):
            with T.block("S"):
                vi, vk = T.axis.remap("SS", [i, k])
                S[vi, vk] = X[vi, vk] + R[vi, vk]
        for k in range(1024):
            with T.block("H"):
                vi, vk = T.axis.remap("SS", [i, k])
                H[vi, vk] = S[vi, vk]
        for k in range(1024):
            with T.block("Q"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    Q[vi] = T.float32(0)
                Q[vi] = Q[vi] + S[vi, vk] * S[vi, vk]
        for k in range(1024):
            with T.block("Y"):
                vi, vk = T.axis.remap("SS", [i, k])
                Y[vi, vk] = S[vi, vk] * T.rsqrt(Q[vi] / T.float32(1024) + T.float32(1e-5)) * G[vk]


def reference(X, R, G, H, Y):
    np.add(X, R, out=H)
    np.copyto(Y, H / np.sqrt(np.mean(H * H, axis=1, keepdims=True) + 1e-5) * G)


def schedule(sch):
    i = sch.get_loops("Y")[0]
    sch.bind(i, "blockIdx.x")
    for block in ["S", "Q"]:
        sch.set_scope(block, 0, "shared")
    for block in ["S", "H", "Y"]:
        rest, thread, lane = sch.split(sch.get_loops(block)[-1], [None, 128, 4])
        sch.bind(thread, "threadIdx.x")
        sch.vectorize(lane)
    rest, thread = sch.split(sch.get_loops("Q")[-1], [None, 128])
    sch.reorder(thread, rest)
    sch.bind(thread, "threadIdx.x")
