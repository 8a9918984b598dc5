# about: a maximum may take its start value into account more than once
# inputs: A=-3..3
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 40), "float32"), M: T.Buffer((6,), "float32")):
    for i, k in T.grid(6, 40):
        with T.block("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = T.float32(0)
            M[vi] = T.max(M[vi], A[vi, vk])


def schedule(sch):
    i, k = sch.get_loops("M")
    ko, ki = sch.split(k, [None, 16])
    sch.rfactor(ki, 0)
