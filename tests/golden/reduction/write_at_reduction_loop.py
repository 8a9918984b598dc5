# about: a tile that is not complete in an iteration
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12, 16), "float32"), S: T.Buffer((12,), "float32")):
    for k, i in T.grid(16, 12):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    sch.write_at("k", "S", 0, "local")
