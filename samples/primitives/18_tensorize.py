"""tensorize: sixteen sums of products at a time are done by an intrinsic. Its description says what it computes, and is
compared with the program; its implementation is what runs."""
import numpy as np
import tvm
from tvm.script import tir as T


@T.prim_func
def gemv_desc(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (64,), "float32", offset_factor=1)
    B = T.match_buffer(b, (16, 64), "float32", offset_factor=1)
    C = T.match_buffer(c, (16,), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16], A[0:64], B[0:16, 0:64])
        T.writes(C[0:16])
        for j, k in T.grid(16, 64):
            with T.block("gemv"):
                vj, vk = T.axis.remap("SR", [j, k])
                C[vj] = C[vj] + A[vk] * B[vj, vk]


@T.prim_func
def gemv_impl(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (64,), "float32", offset_factor=1)
    B = T.match_buffer(b, (16, 64), "float32", offset_factor=1)
    C = T.match_buffer(c, (16,), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16], A[0:64], B[0:16, 0:64])
        T.writes(C[0:16])
        for k in range(64):
            for j in T.vectorized(16):
                C[j] = C[j] + A[k] * B[j, k]


tvm.tir.TensorIntrin.register("gemv_16x64", gemv_desc, gemv_impl)


@T.prim_func
def matmul(A: T.Buffer((256, 64), "float32"), B: T.Buffer((128, 64), "float32"), C: T.Buffer((256, 128), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(256, 128, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk]


def reference(A, B, C):
    np.matmul(A, B.T, out=C)


def schedule(sch):
    i, j, k = sch.get_loops("C")
    jo, ji = sch.split(j, factors=[None, 16])
    sch.reorder(i, jo, ji, k)
    sch.decompose_reduction("C", ji)
    sch.tensorize(ji, "gemv_16x64")
