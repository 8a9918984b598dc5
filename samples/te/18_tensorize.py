"""tensorize: sixteen sums of products at a time are done by an intrinsic. Its description says what it computes and is
compared with the program; its implementation is what runs."""
import numpy as np
import tvm
from tvm import te
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

N, M, L = 1024, 512, 64
A = te.placeholder((N, L), name="A")
B = te.placeholder((M, L), name="B")
k = te.reduce_axis((0, L), name="k")
C = te.compute((N, M), lambda i, j: te.sum(A[i, k] * B[j, k], axis=k), name="C")

s = te.create_schedule(C.op)
x, y = C.op.axis
(z,) = C.op.reduce_axis
yo, yi = s[C].split(y, factor=16)
s[C].reorder(x, yo, yi, z)
s[C].tensorize(yi, "gemv_16x64")

print(tvm.lower(s, [A, B, C], simple_mode=True))


def reference(A, B, C):
    np.matmul(A, B.T, out=C)
