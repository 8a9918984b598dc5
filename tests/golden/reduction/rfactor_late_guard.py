# about: the first iteration is left out, so nothing is initialised
# refused: may skip the first iteration
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((9, 9), "float32"), S: T.Buffer((9,), "float32")):
    for i, k in T.grid(9, 9):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.where(2 <= k)
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    sch.rfactor(sch.get_loops("S")[1], 1)
