"""The eight largest numbers of each row and their positions, largest first and the earlier of equal ones. In each of eight rounds the threads of a block
find the largest of what comes after the result of the round before, each in its part of the row and then all together by shuffles. A row is read from
the device's memory once; the rounds search a copy in shared memory."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def top_k(X: T.Buffer((4, 1024), "float32"), V: T.Buffer((4, 8), "float32"), I: T.Buffer((4, 8), "int32")):
    T.func_attr({"tir.noalias": True})
    C = T.alloc_buffer((4, 8, 1024))
    for i, r in T.grid(4, 8):
        for k in range(1024):
            with T.block("C"):
                vi, vr, vk = T.axis.remap("SSS", [i, r, k])
                C[vi, vr, vk] = T.if_then_else(vr == 0, X[vi, vk], T.if_then_else(X[vi, vk] < V[vi, vr - 1] or (X[vi, vk] == V[vi, vr - 1] and vk > I[vi, vr - 1]), X[vi, vk], T.min_value("float32")))
        for k in range(1024):
            with T.block("largest"):
                vi, vr, vk = T.axis.remap("SSR", [i, r, k])
                with T.init():
                    I[vi, vr] = -1
                    V[vi, vr] = T.min_value("float32")
                v_I: T.int32 = T.Select(V[vi, vr] > C[vi, vr, vk] or (V[vi, vr] == C[vi, vr, vk] and I[vi, vr] < vk), I[vi, vr], vk)
                v_V: T.float32 = T.Select(V[vi, vr] > C[vi, vr, vk] or (V[vi, vr] == C[vi, vr, vk] and I[vi, vr] < vk), V[vi, vr], C[vi, vr, vk])
                I[vi, vr] = v_I
                V[vi, vr] = v_V


def reference(X, V, I):
    order = np.argsort(-X, axis=1)[:, :8]
    np.copyto(I, order)
    np.copyto(V, np.sort(X, axis=1)[:, ::-1][:, :8])


def schedule(sch):
    i, r, k = sch.get_loops("largest")
    sch.bind(i, "blockIdx.x")
    k0, k1 = sch.split(k, [None, 128])
    sch.reorder(k1, k0)
    sch.bind(k1, "threadIdx.x")
    sch.set_scope("C", 0, "local")
    sch.compute_at("C", k0)
    row = sch.cache_read("C", "X", "shared")
    sch.compute_at(row, i)
    rest, thread, lane = sch.split(sch.get_loops(row)[-1], [None, 128, 4])
    sch.bind(thread, "threadIdx.x")
    sch.vectorize(lane)
