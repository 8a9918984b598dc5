# about: a producer under a parallel loop keeps to its own rows
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 10), "float32"), C: T.Buffer((24, 10), "float32")):
    B = T.alloc_buffer((24, 10), "float32")
    for i, j in T.grid(24, 10):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(24, 10):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, 9 - vj]


def schedule(sch):
    i, j = sch.get_loops("C")
    sch.parallel(i)
    sch.compute_at("B", i)
