"""pack: panels of A and B are copied into contiguous pieces just before the innermost loops read them (online packing)."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def matmul(A: T.Buffer((96, 128), "float32"), B: T.Buffer((128, 128), "float32"), C: T.Buffer((96, 128), "float32")):
    T.func_attr({"tir.noalias": True})
    for i, j, k in T.grid(96, 128, 128):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def reference(A, B, C):
    np.matmul(A, B, out=C)


def blocked(sch):
    i, j, k = sch.get_loops("C")
    j0, j1, jr = sch.split(j, [None, 2, 32])
    k0, k1 = sch.split(k, [None, 64])
    i0, i1, ir = sch.split(i, [None, 4, 12])
    sch.reorder(j0, k0, i0, j1, i1, k1, ir, jr)
    sch.decompose_reduction("C", k0)
    sch.vectorize(jr)
    sch.unroll(ir)
    return j0, k0, i0


def schedule(sch):
    j0, k0, i0 = blocked(sch)
    b = sch.pack("C_update", "B", lambda k, n: (n // 32, k, n % 32), k0)
    a = sch.pack("C_update", "A", lambda m, k: (m // 12, k, m % 12), i0)
    n = sch.split(sch.get_loops(b)[-1], [None, 32])[1]
    sch.vectorize(n)
