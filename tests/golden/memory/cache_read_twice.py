# about: a cache of a cache
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = A[15 - vi]


def schedule(sch):
    sch.cache_read("C", 0, "shared")
    sch.cache_read("C", 0, "local")
