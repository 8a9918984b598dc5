"""fission: a nest of two statements becomes two nests, the reverse of merge.

The sum over a row stays scalar work; the scaling can then be vectorized."""
import numpy as np
from tvm.script import tir as T


@T.prim_func
def normalize(A: T.Buffer((512, 256), "float32"), S: T.Buffer((512,), "float32"), B: T.Buffer((512, 256), "float32")):
    T.func_attr({"tir.noalias": True})
    for i in range(512):
        for k in range(256):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + T.abs(A[vi, vk])
        for j in range(256):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] / (S[vi] + T.float32(1))


def reference(A, S, B):
    np.sum(np.abs(A), axis=1, out=S)
    np.divide(A, S.reshape(512, 1) + 1, out=B)


def schedule(sch):
    i, k = sch.get_loops("S")
    first, second = sch.fission(i, "S")
    sch.parallel(second)
    sch.vectorize(sch.get_loops("B")[1])
