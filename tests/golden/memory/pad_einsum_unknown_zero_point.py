# about: an infinite zero point would make the zeros that are added to the terms no numbers
# refused: would add products to block C that may not be zero
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((5, 7), "float32"), B: T.Buffer((7, 6), "float32"), z: T.Buffer((5,), "float32"), C: T.Buffer((5, 6), "float32")):
    for i, j, k in T.grid(5, 6, 7):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + (A[vi, vk] - z[vi]) * B[vk, vj]


def schedule(sch):
    sch.pad_einsum("C", [1, 1, 4])
