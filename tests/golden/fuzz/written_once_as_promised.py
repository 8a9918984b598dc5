# about: the promise that a table names no element twice is taken, here of one whose entries are all 3 and one value
# inputs: P=3..3
from tvm.script import tir as T


@T.prim_func
def main(P: T.Buffer((16,), "int32"), A: T.Buffer((16,), "int32"), O: T.Buffer((16,), "int32")):
    for i in range(16):
        with T.block("O"):
            v = T.axis.spatial(16, i)
            O[P[v]] = A[0]


def schedule(sch):
    sch.annotate("O", "distinct_writes", 1)
    i, = sch.get_loops("O")
    i0, i1 = sch.split(i, [None, 4])
    sch.reorder(i1, i0)
    sch.parallel(i0)
