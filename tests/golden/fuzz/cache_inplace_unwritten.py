# about: a block that holds the writer and the reader of a buffer reads nothing from before
# refused: a copy of T0 cannot be made before block outer_T_C_: the copy would also contain elements of T0 that are never computed
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((4,), "int32"), C: T.Buffer((4,), "int32")):
    T0 = T.alloc_buffer((4,), "int32")
    for i in range(4):
        with T.block("T"):
            vi = T.axis.spatial(4, i)
            T0[vi] = A[vi] + 1
    for i in range(4):
        with T.block("C"):
            vi = T.axis.spatial(4, i)
            C[vi] = T0[vi] * 2


def schedule(sch):
    b = sch.blockize([sch.get_block("T"), sch.get_block("C")])
    sch.cache_inplace(b, "T0", "local")
