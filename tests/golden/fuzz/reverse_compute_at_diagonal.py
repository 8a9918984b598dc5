# about: a consumer of the diagonal: two dimensions speak of one iter, and the narrower one says what an iteration needs
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((4, 4), "int32"), C: T.Buffer((4, 3), "int64")):
    B = T.alloc_buffer((4, 4), "int32")
    for i, j in T.grid(4, 4):
        with T.block("b0"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + A[3 - vi, vj]
    for i, j in T.grid(4, 3):
        with T.block("b1"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = T.Cast("int64", B[vi, vi])


def schedule(sch):
    i, j = sch.get_loops("b0")
    sch.reverse_compute_at("b1", i)
