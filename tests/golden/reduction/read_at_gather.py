# about: rows found by an index
# inputs: ids=0..19
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20, 4), "int32"), ids: T.Buffer((12,), "int32"), C: T.Buffer((12, 4), "int32")):
    for i, j in T.grid(12, 4):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[ids[vi], vj]


def schedule(sch):
    sch.read_at("i", "C", "A", "local")
