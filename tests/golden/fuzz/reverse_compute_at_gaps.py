# about: each iteration computes every second row, and the consumer would run over all rows between; an index from memory leaves the decision to the signatures
# refused: B that are not written yet
# inputs: ids=0..3
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((6, 4), "int32"), C: T.Buffer((6, 4), "int32"), ids: T.Buffer((4,), "int32")):
    B = T.alloc_buffer((6, 4), "int32")
    for p, j, i in T.grid(2, 4, 3):
        with T.block("b0"):
            vi = T.axis.spatial(6, i * 2 + p)
            vj = T.axis.spatial(4, j)
            B[vi, vj] = A[vi, vj]
    for i, j in T.grid(6, 4):
        with T.block("b1"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + A[ids[vj], vj]


def schedule(sch):
    p, j, i = sch.get_loops("b0")
    sch.reverse_compute_at("b1", j)
