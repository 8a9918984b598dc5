# refused: neither an operand nor the result of block sum is indexed by vk
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((9,), "int32"), C: T.Buffer((9,), "int32")):
    for i, k in T.grid(9, 7):
        with T.block("sum"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = 5
            C[vi] = C[vi] + A[vi]


def schedule(sch):
    sch.pad_einsum("sum", [4, 4])
