# about: the guard of a split comes before a predicate that reads an index from memory
# inputs: ids=0..3
from tvm.script import tir as T


@T.prim_func
def main(B: T.Buffer((5, 4), "int32"), C: T.Buffer((5,), "int32"), ids: T.Buffer((5,), "int32")):
    for i in range(5):
        with T.block("b0"):
            vi = T.axis.spatial(5, i)
            C[vi] = B[vi, ids[vi]]


def schedule(sch):
    i, = sch.get_loops("b0")
    sch.pack("b0", 0, lambda i0, i1: (i0 // 4, i1, i0 % 4), i, pad_value=lambda i0, i1, i2: 0)
    sch.split(i, [None, 4])
