# about: the loop bound depends on the row
# refused: the bounds of loop k depend on loop i
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((9, 9), "float32"), S: T.Buffer((9,), "float32")):
    for i in range(9):
        for k in range(i + 1):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    sch.rfactor("k", 0)
