# about: a product starts with one
# inputs: A=1..3
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 10), "int32"), M: T.Buffer((6,), "int32")):
    for i, k in T.grid(6, 10):
        with T.block("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = 1
            M[vi] = M[vi] * A[vi, vk]


def schedule(sch):
    i, k = sch.get_loops("M")
    ko, ki = sch.split(k, [5, 2])
    sch.rfactor(ko, 1)
