# about: columns do not overlap
# refused: does not advance with
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((18, 16), "float32"), C: T.Buffer((16, 16), "float32")):
    B = T.alloc_buffer((18, 16), "float32")
    for i, j in T.grid(18, 16):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 16):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + B[vi + 1, vj] + B[vi + 2, vj]



def schedule(sch):
    i, j = sch.get_loops("C")
    sch.reorder(j, i)
    sch.compute_at("B", j)
    sch.sliding_window("B", j)
