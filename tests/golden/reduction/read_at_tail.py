# about: tiles that stick out of the buffer
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((28, 20), "float32"), B: T.Buffer((20, 28), "float32")):
    for i, j in T.grid(20, 28):
        with T.block("tr"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]


def schedule(sch):
    i, j = sch.get_loops("tr")
    io, ii = sch.split(i, [None, 8])
    jo, ji = sch.split(j, [None, 8])
    sch.reorder(io, jo, ii, ji)
    sch.read_at(jo, "tr", 0, "shared")
