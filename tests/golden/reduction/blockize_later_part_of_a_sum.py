# about: the second part of a sum is not initialised, and stays so
# refused: iteration variable vk of block S_k1 begins at 1, after the start 0 of its domain
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 50), "float32"), S: T.Buffer((6,), "float32")):
    for i, k in T.grid(6, 50):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    a, b = sch.loop_partition("k", [1, None])
    sch.blockize(b)
