# A transposed copy, added to the original.
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((11, 13), "float32"), B: T.Buffer((13, 11), "float32")):
    At = T.alloc_buffer((13, 11), "float32")
    for i, j in T.grid(13, 11):
        with T.block("At"):
            vi, vj = T.axis.remap("SS", [i, j])
            At[vi, vj] = A[vj, vi]
    for i, j in T.grid(13, 11):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = At[vi, vj] + At[12 - vi, vj]
