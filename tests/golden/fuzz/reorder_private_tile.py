# about: loops around a tile that every iteration fills and uses alone change places
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((4, 3), "int32"), C: T.Buffer((4, 3), "int32")):
    for i, j in T.grid(4, 3):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = A[0, 0] + A[vi, vj]


def schedule(sch):
    i, j = sch.get_loops("C")
    sch.read_at(j, "C", 0, "shared")
    sch.reorder(j, i)
