# about: one consumer stands elsewhere and needs all of it
# refused: is not under loop i
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), C: T.Buffer((8,), "float32"), D: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((16,), "float32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] + T.float32(1)
    for i in range(8):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi]
    for i in range(16):
        with T.block("D"):
            vi = T.axis.remap("S", [i])
            D[vi] = B[15 - vi]


def schedule(sch):
    (i,) = sch.get_loops("C")
    sch.compute_at("B", i)
