# about: no such loop
# refused: the decision 5 is not possible for block B; the possible ones are -2, -1, 0, 1
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12, 16), "float32"), C: T.Buffer((12, 16), "float32")):
    B = T.alloc_buffer((12, 16), "float32")
    for i, j in T.grid(12, 16):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(12, 16):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] * T.float32(2)


def schedule(sch):
    sch.sample_compute_location("B", decision=5)
