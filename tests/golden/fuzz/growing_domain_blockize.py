# about: regions of the new block do not name the loops inside of it
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((6, 6), "int32"), L: T.Buffer((6, 6), "int32")):
    for i in range(6):
        for j in range(i + 1):
            with T.block("L"):
                vi, vj = T.axis.remap("SS", [i, j])
                L[vi, vj] = A[vi, vj] + 1


def schedule(sch):
    sch.blockize(sch.get_loops(sch.get_block("L"))[0])
