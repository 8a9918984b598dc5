# about: a copy for an axis whose domain grows with a loop would be more than what was computed
# refused: a copy of L for block L changes the results
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((6, 6), "int32"), L: T.Buffer((6, 6), "int32")):
    for i in range(6):
        for j in range(i + 1):
            with T.block("L"):
                vi, vj = T.axis.remap("SS", [i, j])
                L[vi, vj] = A[vi, vj] + 1


def schedule(sch):
    sch.reindex(sch.get_block("L"), ("write", 0))
