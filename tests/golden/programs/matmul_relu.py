# Product of small matrices, bias and ReLU behind it; sizes that few factors divide.
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((12, 10), "int32"), B: T.Buffer((10, 14), "int32"), bias: T.Buffer((14,), "int32"), D: T.Buffer((12, 14), "int32")):
    C = T.alloc_buffer((12, 14), "int32")
    for i, j, k in T.grid(12, 14, 10):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]
    for i, j in T.grid(12, 14):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.max(C[vi, vj] + bias[vj], 0)
