# about: loops of different starts share their iterations after a shift
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20,), "float32"), B: T.Buffer((20,), "float32"), C: T.Buffer((20,), "float32")):
    for i in range(16):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi] * T.float32(2)
    for i in range(3, 19):
        with T.block("C"):
            vi = T.axis.spatial((3, 19), i)
            C[vi] = B[vi - 3] + T.float32(1)



def schedule(sch):
    (b,) = sch.get_loops("B")
    (c,) = sch.get_loops("C")
    sch.shift(c, -3)
    sch.merge(b, c)
