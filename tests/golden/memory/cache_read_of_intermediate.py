# about: the copy of an intermediate stands right before its reader
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 6), "float32"), C: T.Buffer((16, 6), "float32")):
    B = T.alloc_buffer((16, 6), "float32")
    for i, j in T.grid(16, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(16, 6):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, 5 - vj]


def schedule(sch):
    i, j = sch.get_loops("C")
    sch.compute_at("B", i)
    sch.cache_read("C", 0, "local")
