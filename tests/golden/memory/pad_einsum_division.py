# about: a division would fail where the divisor is filled up with zeros
# refused: the value that it adds is not a product of operands
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((5, 7), "int32"), B: T.Buffer((7, 6), "int32"), z: T.Buffer((5,), "int32"), C: T.Buffer((5, 6), "int32")):
    for i, j, k in T.grid(5, 6, 7):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + A[vi, vk] // z[vi] * B[vk, vj]


def schedule(sch):
    sch.pad_einsum("C", [4, 1, 1])
