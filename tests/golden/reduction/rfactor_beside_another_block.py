# about: another block under the outer loop has nothing to do with the sum
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((7, 50), "float32"), S: T.Buffer((7,), "float32"), C: T.Buffer((7, 50), "float32")):
    for i in range(7):
        for j in range(50):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] * T.float32(2)
        for k in range(50):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    sch.rfactor(sch.get_loops("S")[1], 0)
