"""Course, 10 of 12: instructions for tensors. The file declares an operation on 16 x 4 bytes, with a description of what it computes
and its implementation. tensorize replaces loops that compute the same.

The function `tiles` is prepared: it splits the program's loops to 16 columns and 4 terms and puts these inside.

Hint: the loops of the description are in the order (columns, terms). reorder the innermost two accordingly.
Hint: the operation adds to sums that exist, so decompose_reduction comes first.
Hint: it reads its 64 bytes of B by one flat index, vk * 16 + vj, so they have to be side by side. pack B with a last index of
the same form: lambda n, k: (n // 16, k // 4, k % 4 * 16 + n % 16).
"""
# challenge: 12x fewer cycles, 8 steps
# inputs: A=0..100, B=-100..100
import numpy as np
import tvm
from tvm.script import tir as T


@T.prim_func
def dot_desc(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (4,), "uint8", offset_factor=1)
    B = T.match_buffer(b, (64,), "int8", offset_factor=1)
    C = T.match_buffer(c, (16,), "int32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16], A[0:4], B[0:64])
        T.writes(C[0:16])
        for j, k in T.grid(16, 4):
            with T.block("dot"):
                vj, vk = T.axis.remap("SR", [j, k])
                C[vj] = C[vj] + T.Cast("int32", A[vk]) * T.Cast("int32", B[vk * 16 + vj])


@T.prim_func
def dot_impl(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (4,), "uint8", offset_factor=1)
    B = T.match_buffer(b, (64,), "int8", offset_factor=1)
    C = T.match_buffer(c, (16,), "int32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16], A[0:4], B[0:64])
        T.writes(C[0:16])
        C[0:16] = (
            C[0:16]
            + T.Broadcast(T.Cast("int32", A[0]), 16) * T.Cast("int32x16", B[0:16])
            + T.Broadcast(T.Cast("int32", A[1]), 16) * T.Cast("int32x16", B[16:32])
            + T.Broadcast(T.Cast("int32", A[2]), 16) * T.Cast("int32x16", B[32:48])
            + T.Broadcast(T.Cast("int32", A[3]), 16) * T.Cast("int32x16", B[48:64])
        )


tvm.tir.TensorIntrin.register("dot_16x4", dot_desc, dot_impl)


@T.prim_func
def matmul(A: T.Buffer((64, 64), "uint8"), B: T.Buffer((64, 64), "int8"), C: T.Buffer((64, 64), "int32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(64, 64, 64):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.int32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("int32", A[vi, vk]) * T.Cast("int32", B[vj, vk])


def reference(A, B, C):
    np.matmul(A.astype("int32"), B.T.astype("int32"), out=C)


def tiles(sch):
    """Prepared: loops of 16 columns and 4 terms inside the others, in the order (terms, columns). Returns all loops from
    the outermost one on."""
    i, j, k = sch.get_loops("C")
    j0, j1 = sch.split(j, [None, 16])
    k0, k1 = sch.split(k, [None, 4])
    sch.reorder(j0, i, k0, k1, j1)
    return j0, i, k0, k1, j1


def first_try(sch):
    # Vectors without the operation: the bytes of B are loaded one by one.
    j0, i, k0, k1, j1 = tiles(sch)
    sch.decompose_reduction("C", k0)
    sch.vectorize(j1)


def solution(sch):
    j0, i, k0, k1, j1 = tiles(sch)
    sch.reorder(j1, k1)
    sch.pack("C", "B", lambda n, k: (n // 16, k // 4, k % 4 * 16 + n % 16), at=j0)
    sch.decompose_reduction("C", k0)
    sch.tensorize(j1, "dot_16x4")
