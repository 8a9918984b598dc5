# about: a whole sum inside the new block
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 6), "int32"), S: T.Buffer((8,), "int32"), C: T.Buffer((8,), "int32")):
    for i in range(8):
        for k in range(6):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = 0
                S[vi] = S[vi] + A[vi, vk]
        with T.block("C"):
            vi = T.axis.spatial(8, i)
            C[vi] = S[vi] + 1


def schedule(sch):
    sch.blockize(["S", "C"])
