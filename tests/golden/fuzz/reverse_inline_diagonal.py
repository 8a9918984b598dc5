# about: the consumer reads a part of the buffer that is no box; beside a read at an unknown index
# inputs: ids=0..2
# refused: part of the result C would not be written
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((5, 2), "int32"), ids: T.Buffer((5,), "int32"), C: T.Buffer((4,), "int32")):
    T0 = T.alloc_buffer((5, 2), "int32")
    for i, j in T.grid(5, 2):
        with T.block("T"):
            vi, vj = T.axis.remap("SS", [i, j])
            T0[vi, vj] = A[ids[vi], vj]
    for i in range(4):
        with T.block("C"):
            vi = T.axis.spatial(4, i)
            C[vi] = T0[vi + 1, vi % 2] + 1


def schedule(sch):
    sch.reverse_compute_inline("C")
