# about: one statement reads and writes
# refused: A is written after it is read
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20,), "int32")):
    for i in range(20):
        with T.block("A"):
            vi = T.axis.spatial(20, i)
            A[vi] = A[vi] + 1


def schedule(sch):
    sch.read_at("i", "A", 0, "local")
