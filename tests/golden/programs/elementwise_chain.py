# Three elementwise stages, one of them read twice.
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((9, 16), "float32"), D: T.Buffer((9, 16), "float32")):
    B = T.alloc_buffer((9, 16), "float32")
    C = T.alloc_buffer((9, 16), "float32")
    for i, j in T.grid(9, 16):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(9, 16):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] - T.float32(3)
    for i, j in T.grid(9, 16):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = C[vi, vj] * B[vi, vj]
