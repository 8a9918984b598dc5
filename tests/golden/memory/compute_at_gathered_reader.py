# about: the consumer reads rows that an index buffer names: all rows are needed
# inputs: ids=0..19
from tvm.script import tir as T


@T.prim_func
def before(ids: T.Buffer((12,), "int32"), A: T.Buffer((20, 8), "float32"), C: T.Buffer((12, 8), "float32")):
    B = T.alloc_buffer((20, 8), "float32")
    for i, j in T.grid(20, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(12, 8):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[ids[vi], vj]


def schedule(sch):
    i, j = sch.get_loops("C")
    sch.compute_at("B", i)
