# about: indices of 64 bits
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((T.int64(7), T.int64(50)), "float32"), S: T.Buffer((T.int64(7),), "float32")):
    for i, k in T.grid(T.int64(7), T.int64(50)):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    i, k = sch.get_loops("S")
    ko, ki = sch.split(k, [None, 16])
    sch.rfactor(ki, 1)
