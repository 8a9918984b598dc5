# about: the block that reads what the iteration before computed also reads an input at an index from memory
# refused: b0(i=0) writes B[0], which b1(i=1) reads
# inputs: ids=0..5
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((6,), "int32"), C: T.Buffer((6,), "int32"), ids: T.Buffer((6,), "int32")):
    B = T.alloc_buffer((6,), "int32")
    for i in range(6):
        with T.block("b0"):
            vi = T.axis.spatial(6, i)
            B[vi] = A[vi]
        with T.block("b1"):
            vi = T.axis.spatial(6, i)
            C[vi] = T.if_then_else(vi >= 1, B[vi - 1], 0) + A[ids[vi]]


def schedule(sch):
    sch.parallel("i")
