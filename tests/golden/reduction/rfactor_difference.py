# about: a difference is not commutative
# refused: its update does not combine the element by +, *, min, max, and, or
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 50), "float32"), S: T.Buffer((6,), "float32")):
    for i, k in T.grid(6, 50):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] - A[vi, vk]


def schedule(sch):
    sch.rfactor("k", 0)
