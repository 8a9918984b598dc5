"""A product of signed bytes with AVX-512 VNNI: panels packed on the fly, sums in registers, and an instruction for four products at a time.
The schedule is the composite gebp_dot.

vpdpbusd multiplies unsigned bytes by signed ones. a * b = (a + 128) * b - 128 * b. Lowering adds the 128 where a is packed, in the stage
encode_at_stores, and the second part is the same for all rows: the compiler sums it up once for each column. Integers wrap, so everything is exact.
"""
import numpy as np
import tvm
from composites.cpu_matmul import gebp_dot  # resources/composites
from tvm.script import tir as T

N = 256


@T.prim_func
def dot_desc(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (4,), "int8", offset_factor=1)
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
    A = T.match_buffer(a, (4,), "int8", offset_factor=1)
    B = T.match_buffer(b, (64,), "int8", offset_factor=1)
    C = T.match_buffer(c, (16,), "int32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16], A[0:4], B[0:64])
        T.writes(C[0:16])
        C[0:16] = T.call_llvm_pure_intrin(
            "int32x16",
            "llvm.x86.avx512.vpdpbusd.512",
            C[0:16],
            T.Broadcast(T.bitwise_xor(T.reinterpret("int32", A[0:4]), T.int32(-2139062144)), 16),
            T.reinterpret("int32x16", B[0:64]),
        ) - T.call_llvm_pure_intrin(
            "int32x16",
            "llvm.x86.avx512.vpdpbusd.512",
            T.Broadcast(T.int32(0), 16),
            T.Broadcast(T.int32(-2139062144), 16),
            T.reinterpret("int32x16", B[0:64]),
        )


tvm.tir.TensorIntrin.register("dot_16x4_vnni_signed", dot_desc, dot_impl)


@T.prim_func
def matmul(A: T.Buffer((N, N), "int8"), B: T.Buffer((N, N), "int8"), C: T.Buffer((N, N), "int32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(N, N, N):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.int32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("int32", A[vi, vk]) * T.Cast("int32", B[vk, vj])


def reference(A, B, C):
    # Exact: the sums stay far below 2 ** 53.
    C[:] = np.matmul(A.astype("float64"), B.astype("float64"))


def schedule(sch):
    gebp_dot(sch, sch.get_block("C"), "dot_16x4_vnni_signed", numbers=4)
