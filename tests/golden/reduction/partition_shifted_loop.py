# about: the loop begins later
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20,), "int32"), B: T.Buffer((20,), "int32")):
    for i in range(3, 20):
        with T.block("B"):
            vi = T.axis.spatial(20, i)
            B[vi] = A[vi] + 1


def schedule(sch):
    sch.loop_partition("i", [5, None, 4])
