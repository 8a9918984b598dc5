# @words@: what the program computes, and what its schedule shows.
from tvm.script import tir as T


@T.prim_func
def @name@(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for i in range(128):
        with T.block("B"):
            vi = T.axis.spatial(128, i)
            B[vi] = A[vi] * T.float32(2)


def reference(A):
    return A * 2


def schedule(sch):
    (i,) = sch.get_loops("B")
    outer, inner = sch.split(i, [None, 8])
    sch.vectorize(inner)
