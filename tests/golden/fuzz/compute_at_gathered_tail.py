# about: the index that says what is wanted comes from memory, and may not be read where the consumer is guarded off
# inputs: ids=0..2
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((3,), "int32"), ids: T.Buffer((5,), "int32"), C: T.Buffer((5,), "int32")):
    T0 = T.alloc_buffer((3,), "int32")
    for i in range(3):
        with T.block("T"):
            vi = T.axis.spatial(3, i)
            T0[vi] = A[vi] + 1
    for i in range(5):
        with T.block("C"):
            vi = T.axis.spatial(5, i)
            C[vi] = T0[ids[vi]]


def schedule(sch):
    i, = sch.get_loops("C")
    io, ii = sch.split(i, [None, 4])
    sch.compute_at("T", ii)
