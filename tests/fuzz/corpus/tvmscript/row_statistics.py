# Maximum and sum of rows, then both applied to the rows.
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((7, 18), "int32"), Y: T.Buffer((7, 18), "int32")):
    M = T.alloc_buffer((7,), "int32")
    S = T.alloc_buffer((7,), "int32")
    for i, k in T.grid(7, 18):
        with T.block("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = T.min_value("int32")
            M[vi] = T.max(M[vi], A[vi, vk])
    for i, k in T.grid(7, 18):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = 0
            S[vi] = S[vi] + (A[vi, vk] - M[vi])
    for i, j in T.grid(7, 18):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = (A[vi, vj] - M[vi]) * 3 + S[vi]
