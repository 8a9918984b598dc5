"""A product of bfloat16 with AVX-512 BF16: panels packed on the fly, sums in registers, and an instruction for two products at a time.
The schedule is the composite gebp_dot, as in int8_matmul, with pairs.

vdpbf16ps takes numbers below 2 ** -126 for zero, which is why it is a step of its own and not what the compiler does by itself.
"""
import numpy as np
import tvm
from composites.cpu_matmul import gebp_dot  # resources/composites
from tvm.script import tir as T

N = 256


@T.prim_func
def dot_desc(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (2,), "bfloat16", offset_factor=1)
    B = T.match_buffer(b, (32,), "bfloat16", offset_factor=1)
    C = T.match_buffer(c, (16,), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16], A[0:2], B[0:32])
        T.writes(C[0:16])
        for j, k in T.grid(16, 2):
            with T.block("dot"):
                vj, vk = T.axis.remap("SR", [j, k])
                C[vj] = C[vj] + T.Cast("float32", A[vk]) * T.Cast("float32", B[vj * 2 + vk])


@T.prim_func
def dot_impl(a: T.handle, b: T.handle, c: T.handle) -> None:
    A = T.match_buffer(a, (2,), "bfloat16", offset_factor=1)
    B = T.match_buffer(b, (32,), "bfloat16", offset_factor=1)
    C = T.match_buffer(c, (16,), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:16], A[0:2], B[0:32])
        T.writes(C[0:16])
        C[0:16] = T.call_llvm_pure_intrin(
            "float32x16",
            "llvm.x86.avx512bf16.dpbf16ps.512",
            C[0:16],
            T.reinterpret("bfloat16x32", T.Broadcast(T.reinterpret("int32", A[0:2]), 16)),
            B[0:32],
        )


tvm.tir.TensorIntrin.register("dot_16x2_bf16", dot_desc, dot_impl)


@T.prim_func
def matmul(A: T.Buffer((N, N), "bfloat16"), B: T.Buffer((N, N), "bfloat16"), C: T.Buffer((N, N), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(N, N, N):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + T.Cast("float32", A[vi, vk]) * T.Cast("float32", B[vk, vj])


def reference(A, B, C):
    C[:] = np.matmul(A.astype("float32"), B.astype("float32"))


def schedule(sch):
    gebp_dot(sch, sch.get_block("C"), "dot_16x2_bf16", numbers=2)
