# about: indices of 64 bits
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((T.int64(24),), "int32"), B: T.Buffer((T.int64(24),), "int32")):
    for i in range(T.int64(24)):
        with T.block("B"):
            vi = T.axis.spatial(T.int64(24), i)
            B[vi] = A[vi] * 2


def schedule(sch):
    a, b = sch.split("i", [None, 8])
    sch.blockize(b)
