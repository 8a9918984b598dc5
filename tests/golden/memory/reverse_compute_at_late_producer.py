# about: the other producer comes after the loop
# refused: block D would read elements of C that are not written yet
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 6), "float32"), P: T.Buffer((16, 6), "float32"), D: T.Buffer((16, 6), "float32")):
    B = T.alloc_buffer((16, 6), "float32")
    C = T.alloc_buffer((16, 6), "float32")
    for i, j in T.grid(16, 6):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(16, 6):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = P[vi, vj] * T.float32(2)
    for i, j in T.grid(16, 6):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = B[vi, vj] * C[vi, 5 - vj]


def schedule(sch):
    i, j = sch.get_loops("B")
    sch.reverse_compute_at("D", i)
