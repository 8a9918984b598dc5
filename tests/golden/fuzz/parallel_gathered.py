# about: a block reads what another one computes at an index from memory; each alone could run in parallel
# refused: the iterations of loop i depend on each other
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
            C[vi] = T.if_then_else(ids[vi] <= vi, B[ids[vi]], 0)


def schedule(sch):
    sch.parallel("i")
