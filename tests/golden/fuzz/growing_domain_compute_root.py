# about: a nest of its own for an axis whose domain grows with a loop would compute more
# refused: giving block y a nest of its own changes the results
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((6, 6), "int32"), X: T.Buffer((6,), "int32"), Y: T.Buffer((6, 6), "int32")):
    for i in range(6):
        with T.block("x"):
            vi = T.axis.spatial(6, i)
            X[vi] = A[vi, 0]
        for j in range(i + 1):
            with T.block("y"):
                vi, vj = T.axis.remap("SS", [i, j])
                Y[vi, vj] = A[vi, vj] + X[vi]


def schedule(sch):
    sch.compute_root(sch.get_block("y"))
