# refused: accesses C at
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12,), "int32"), C: T.Buffer((13,), "int32")):
    for i in range(12):
        with T.block("C"):
            vi = T.axis.opaque(12, i)
            C[vi + 1] = C[vi] + A[vi]


def schedule(sch):
    sch.reindex("C", ("write", 0))
