# about: the init comes last, so blocks of a backwards sum differ
# refused: block S
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((9, 8), "float32"), S: T.Buffer((9,), "float32")):
    for i, k in T.grid(9, 8):
        with T.block("S"):
            vi = T.axis.spatial(9, i)
            vk = T.axis.reduce(8, 7 - k)
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    sch.blockize("k")
