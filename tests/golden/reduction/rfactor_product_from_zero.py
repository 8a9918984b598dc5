# about: a product that starts with 2 would be doubled per partial result
# refused: block M starts with 2, which is not the identity of *
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 10), "int32"), M: T.Buffer((6,), "int32")):
    for i, k in T.grid(6, 10):
        with T.block("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = 2
            M[vi] = M[vi] * A[vi, vk]


def schedule(sch):
    sch.rfactor(sch.get_loops("M")[1], 0)
