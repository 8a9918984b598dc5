# about: partial results are initialised apart, lanes become vectors
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((7, 48), "float32"), S: T.Buffer((7,), "float32")):
    for i, k in T.grid(7, 48):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    i, k = sch.get_loops("S")
    ko, ki = sch.split(k, [None, 8])
    rf = sch.rfactor(ki, 1)
    i, ko, ki = sch.get_loops(rf)
    sch.decompose_reduction(rf, ko)
    sch.vectorize(ki)
    final = sch.get_block("S")
    sch.decompose_reduction(final, sch.get_loops(final)[1])
