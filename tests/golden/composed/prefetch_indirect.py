# about: an index that stands in a table is not looked up ahead, where the table may end
# refused: is not known
from tvm.script import tir as T


@T.prim_func
def before(ids: T.Buffer((16,), "int32"), A: T.Buffer((20, 8), "float32"), B: T.Buffer((16, 8), "float32")):
    for i, j in T.grid(16, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[ids[vi], vj]


def schedule(sch):
    i, j = sch.get_loops("B")
    sch.prefetch("A", i, 1)
