# about: some partial results have nothing to sum up
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((7, 3), "float32"), S: T.Buffer((7,), "float32")):
    for i, k in T.grid(7, 3):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    i, k = sch.get_loops("S")
    ko, ki = sch.split(k, [None, 8])
    sch.rfactor(ki, 0)
