# about: a table of the caller may name an element twice
# refused: promise it: annotate("O", "distinct_writes", 1)
# inputs: P=0..15
from tvm.script import tir as T


@T.prim_func
def main(P: T.Buffer((16,), "int32"), A: T.Buffer((16,), "int32"), O: T.Buffer((16,), "int32")):
    for i in range(16):
        with T.block("O"):
            v = T.axis.spatial(16, i)
            O[P[v]] = A[v]


def schedule(sch):
    sch.parallel(sch.get_loops("O")[0])
