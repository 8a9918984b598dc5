# about: a producer that comes after the block feeds the next round; the block goes into the one before it
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), P: T.Buffer((16,), "float32"), C: T.Buffer((3, 16), "float32")):
    B = T.alloc_buffer((3, 16), "float32")
    for t in range(3):
        for i in range(16):
            with T.block("B"):
                vt, vi = T.axis.remap("SS", [t, i])
                B[vt, vi] = A[vi] + T.float32(1)
        for i in range(16):
            with T.block("C"):
                vt, vi = T.axis.remap("SS", [t, i])
                C[vt, vi] = B[vt, vi] * P[vi]
        for i in range(16):
            with T.block("P"):
                vt = T.axis.opaque(3, t)
                vi = T.axis.spatial(16, i)
                P[vi] = P[vi] + T.float32(1)


def schedule(sch):
    sch.reverse_compute_inline("C")
