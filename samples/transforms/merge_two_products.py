"""merge: two products that share their rows share the loop over them, so that a few rows of C are enough at a time.

F needs whole rows of C, and each row of C is complete before F begins with it: no dependence is reversed."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def two_products(
    A: T.Buffer((256, 128), "float32"),
    B: T.Buffer((128, 192), "float32"),
    E: T.Buffer((192, 160), "float32"),
    F: T.Buffer((256, 160), "float32"),
):
    T.func_attr({"tir.noalias": True})
    C = T.alloc_buffer((256, 192), "float32")
    for m, l, k in T.grid(256, 192, 128):
        with T.block("C"):
            vm, vl, vk = T.axis.remap("SSR", [m, l, k])
            with T.init():
                C[vm, vl] = T.float32(0)
            C[vm, vl] = C[vm, vl] + A[vm, vk] * B[vk, vl]
    for m, n, l in T.grid(256, 160, 192):
        with T.block("F"):
            vm, vn, vl = T.axis.remap("SSR", [m, n, l])
            with T.init():
                F[vm, vn] = T.float32(0)
            F[vm, vn] = F[vm, vn] + C[vm, vl] * E[vl, vn]


def reference(A, B, E, F):
    np.matmul(np.matmul(A, B), E, out=F)



def schedule(sch):
    c, f = [sch.split(sch.get_loops(name)[0], [None, 16])[0] for name in ["C", "F"]]
    sch.merge(c, f)
