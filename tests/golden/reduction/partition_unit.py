# about: a part of one iteration leaves the bindings
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((50,), "int32"), B: T.Buffer((50,), "int32")):
    for i in range(50):
        with T.block("B"):
            vi = T.axis.spatial(50, i)
            B[vi] = A[vi] + vi


def schedule(sch):
    sch.loop_partition("i", [1, None], preserve_unit_iters=False)
