# about: a position before the producer of the moved block
# refused: position 2 under loop i
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 4), "float32"), C: T.Buffer((16, 4), "float32")):
    P = T.alloc_buffer((16, 4), "float32")
    B = T.alloc_buffer((16, 4), "float32")
    for i, j in T.grid(16, 4):
        with T.block("P"):
            vi, vj = T.axis.remap("SS", [i, j])
            P[vi, vj] = A[vi, vj]
    for i, j in T.grid(16, 4):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = P[vi, vj]
    for i, j in T.grid(16, 4):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + P[vi, vj]


def schedule(sch):
    i, j = sch.get_loops("C")
    sch.compute_at("B", i)
    sch.compute_at("P", i, index=2)
