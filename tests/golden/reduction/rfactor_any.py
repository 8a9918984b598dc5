# about: a logical or
# inputs: A=0..12
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 20), "int32"), M: T.Buffer((6,), "bool")):
    for i, k in T.grid(6, 20):
        with T.block("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = T.bool(False)
            M[vi] = M[vi] or A[vi, vk] == 1


def schedule(sch):
    i, k = sch.get_loops("M")
    ko, ki = sch.split(k, [5, 4])
    sch.rfactor(ki, 1)
