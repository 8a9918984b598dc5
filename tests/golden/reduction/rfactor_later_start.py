# about: the loop does not begin at zero
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((7, 50), "float32"), S: T.Buffer((7,), "float32")):
    for i in range(7):
        for k in range(10, 34):
            with T.block("S"):
                vi = T.axis.spatial(7, i)
                vk = T.axis.reduce((10, 34), k)
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    sch.rfactor(sch.get_loops("S")[1], 1)
