# about: two iterations of the consumer read the same element
# refused: the iteration variables of block C cannot be recovered from its indices of T0: iterations (0, 0) and (0, 1) read the same element
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2,), "int32"), C: T.Buffer((2, 2), "int32")):
    T0 = T.alloc_buffer((2,), "int32")
    for i in range(2):
        with T.block("T"):
            vi = T.axis.spatial(2, i)
            T0[vi] = A[vi] + 1
    for i, j in T.grid(2, 2):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T0[vj // 2]


def schedule(sch):
    sch.reverse_compute_inline("C")
