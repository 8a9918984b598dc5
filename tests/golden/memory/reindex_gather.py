# refused: the index ids[vi] of A uses more than the iteration variables of block C
# inputs: ids=0..15
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "int32"), ids: T.Buffer((12,), "int32"), C: T.Buffer((12,), "int32")):
    for i in range(12):
        with T.block("C"):
            vi = T.axis.spatial(12, i)
            C[vi] = A[ids[vi]]


def schedule(sch):
    sch.reindex("C", ("read", 0))
