# about: a condition between the loops
# refused: there is a condition or a declaration between the loops of block S
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 50), "float32"), S: T.Buffer((6,), "float32")):
    for i in range(6):
        if i < 4:
            for k in range(50):
                with T.block("S"):
                    vi, vk = T.axis.remap("SR", [i, k])
                    with T.init():
                        S[vi] = T.float32(0)
                    S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    sch.rfactor("k", 0)
