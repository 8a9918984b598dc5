# about: iterations that update one element run in parallel
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12, 40), "float32"), B: T.Buffer((12,), "float32")):
    for i, k in T.grid(12, 40):
        with T.block("B"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                B[vi] = T.float32(0)
            B[vi] = B[vi] + A[vi, vk] * T.float32(0.5)


def schedule(sch):
    i, k = sch.get_loops("B")
    sch.decompose_reduction("B", k)
    sch.atomic("B_update")
    ko, ki = sch.split(k, [None, 8])
    sch.parallel(ko)
