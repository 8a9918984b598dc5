# about: the loops stand in another order, in which an element is read after it was overwritten
# intrin: unit
# refused: does not compute what "unit" computes
from tvm.script import tir as T


@T.prim_func
def desc(a: T.handle):
    A = T.match_buffer(a, (5, 5), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(A[0:5, 0:5])
        T.writes(A[0:5, 0:5])
        for j, i in T.grid(4, 4):
            with T.block("shift"):
                vj = T.axis.opaque(4, j)
                vi = T.axis.opaque(4, i)
                A[vi + 1, vj] = A[vi, vj + 1]


@T.prim_func
def impl(a: T.handle):
    A = T.match_buffer(a, (5, 5), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(A[0:5, 0:5])
        T.writes(A[0:5, 0:5])
        for j, i in T.grid(4, 4):
            A[i + 1, j] = A[i, j + 1]


@T.prim_func
def before(A: T.Buffer((5, 5), "float32")):
    for i, j in T.grid(4, 4):
        with T.block("shift"):
            vi = T.axis.opaque(4, i)
            vj = T.axis.opaque(4, j)
            A[vi + 1, vj] = A[vi, vj + 1]


def schedule(sch):
    sch.tensorize("i", "unit")
