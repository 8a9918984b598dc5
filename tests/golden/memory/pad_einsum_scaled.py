# about: constants, scales and expressions of operands are factors; terms are filled up with zeros of A alone
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((5, 7), "float32"), B: T.Buffer((7, 6), "uint8"), s: T.Buffer((6,), "float32"), C: T.Buffer((5, 6), "float32")):
    for i, j, k in T.grid(5, 6, 7):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * (T.Cast("float32", B[vk, vj]) - T.float32(8)) * s[vj] * T.float32(0.125)


def schedule(sch):
    sch.pad_einsum("C", [4, 4, 4])
