# about: the block adds to what the caller gave: the cache does not hold it
# refused: reads elements that the copy does not contain
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    for i in range(16):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = C[vi] + A[vi]


def schedule(sch):
    sch.cache_write("C", 0, "local")
