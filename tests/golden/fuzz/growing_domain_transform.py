# about: loops of one nest cannot be made anew while one grows with another
# refused: loop j has i + 1 iterations, but iteration variable vj of block L has 6 values
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((6, 6), "int32"), L: T.Buffer((6, 6), "int32")):
    for i in range(6):
        for j in range(i + 1):
            with T.block("L"):
                vi, vj = T.axis.remap("SS", [i, j])
                L[vi, vj] = A[vi, vj] + 1


def schedule(sch):
    sch.transform_block_layout(sch.get_block("L"), lambda i, j: (j, i))
