# about: what the block reads is overwritten by a block after it, which is no producer of it; an index from memory leaves the decision to the signatures
# refused: block b1 runs after it and writes what it reads
# inputs: ids=0..1
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2,), "int32"), C: T.Buffer((2,), "int32"), ids: T.Buffer((2,), "int32")):
    B = T.alloc_buffer((2,), "int64")
    for i in range(2):
        with T.block("b0"):
            vi = T.axis.spatial(2, i)
            B[vi] = T.Cast("int64", A[vi])
    for i in range(2):
        with T.block("b1"):
            vi = T.axis.spatial(2, i)
            A[vi] = 1
    for i in range(2):
        with T.block("b2"):
            vi = T.axis.spatial(2, i)
            C[vi] = T.Cast("int32", B[ids[vi]])


def schedule(sch):
    (i,) = sch.get_loops("b1")
    sch.reverse_compute_at("b0", i)
