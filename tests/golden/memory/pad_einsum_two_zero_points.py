# about: where A and B are filled up with zeros, the product of their differences is not zero
# refused: would add products to block C that may not be zero
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((5, 7), "int32"), B: T.Buffer((7, 6), "int32"), y: T.Buffer((1,), "int32"), z: T.Buffer((1,), "int32"), C: T.Buffer((5, 6), "int32")):
    for i, j, k in T.grid(5, 6, 7):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + (A[vi, vk] - y[0]) * (B[vk, vj] - z[0])


def schedule(sch):
    sch.pad_einsum("C", [4, 4, 4])
