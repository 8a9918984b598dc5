# about: the reduction loop also holds another block
# refused: loop k contains 2 blocks
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((7, 50), "float32"), S: T.Buffer((7,), "float32"), C: T.Buffer((7, 50), "float32")):
    for i, k in T.grid(7, 50):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]

        with T.block("C"):
            vi, vk = T.axis.remap("SS", [i, k])
            C[vi, vk] = A[vi, vk]


def schedule(sch):
    sch.rfactor("k", 0)
