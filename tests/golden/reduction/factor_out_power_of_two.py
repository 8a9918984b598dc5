# about: a power of two between two other factors
# inputs: A=integers, B=integers
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 37), "float32"), B: T.Buffer((9, 37), "float32"), C: T.Buffer((6, 9), "float32")):
    for i, j, k in T.grid(6, 9, 37):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * T.float32(0.125) * B[vj, vk]


def schedule(sch):
    sch.factor_out("C")
