# about: a sum of which only a part is inside
# refused: loops outside of the new block carry the reduction
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 6), "int32"), S: T.Buffer((8,), "int32"), C: T.Buffer((8, 6), "int32")):
    for i, k in T.grid(8, 6):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = 0
            S[vi] = S[vi] + A[vi, vk]
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi, 0] = 0
            C[vi, 0] = C[vi, 0] + A[vi, vk]


def schedule(sch):
    sch.blockize(["S", "C"])
