"""An instruction of this processor as a tensor intrinsic: AVX-512 VNNI's vpdpbusd multiplies 64 pairs of bytes and adds four
products at a time to 16 sums. Panels of B are packed so that one load brings what one instruction needs."""
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
                C[vj] = C[vj] + T.Cast("int32", A[vk]) * T.Cast("int32", B[vj * 4 + vk])


@T.prim_func
def dot_impl(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (4,), "uint8", offset_factor=1)
    B = T.match_buffer(b, (64,), "int8", offset_factor=1)
    C = T.match_buffer(c, (16,), "int32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16], A[0:4], B[0:64])
        T.writes(C[0:16])
        C[0:16] = T.call_llvm_pure_intrin(
            "int32x16",
            "llvm.x86.avx512.vpdpbusd.512",
            C[0:16],
            T.Broadcast(T.reinterpret("int32", A[0:4]), 16),
            T.reinterpret("int32x16", B[0:64]),
        )


tvm.tir.TensorIntrin.register("dot_16x4_vnni", dot_desc, dot_impl)


@T.prim_func
def matmul(A: T.Buffer((128, 128), "uint8"), B: T.Buffer((128, 128), "int8"), C: T.Buffer((128, 128), "int32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(128, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.int32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("int32", A[vi, vk]) * T.Cast("int32", B[vj, vk])


def reference(A, B, C):
    np.matmul(A.astype("int32"), B.T.astype("int32"), out=C)


def schedule(sch):
    i, j, k = sch.get_loops("C")
    j0, ji = sch.split(j, [None, 16])
    k0, ki = sch.split(k, [None, 4])
    i0, i1 = sch.split(i, [None, 8])
    sch.reorder(j0, i0, k0, i1, ji, ki)
    sch.pack("C", "B", lambda n, k: (n // 16, k // 4, n % 16 * 4 + k % 4), at=j0)
    sch.decompose_reduction("C", k0)
    sch.tensorize(ji, "dot_16x4_vnni")
    sch.unroll(i1)
