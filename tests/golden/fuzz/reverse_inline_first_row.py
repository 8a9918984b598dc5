# about: the first iteration of the consumer reads nothing, but writes
# refused: it could not be proved that block T produces what block C needs at the right time
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((3, 2), "int32"), C: T.Buffer((3, 2), "int32")):
    T0 = T.alloc_buffer((3, 2), "int32")
    for t in range(3):
        for j in range(2):
            with T.block("T"):
                vi, vj = T.axis.remap("SS", [t, j])
                T0[vi, vj] = A[vi, vj] + 1
        for j in range(2):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [t, j])
                C[vi, vj] = T.if_then_else(vi >= 1, T0[vi - 1, vj], 0) + 5


def schedule(sch):
    sch.reverse_compute_inline("C")
