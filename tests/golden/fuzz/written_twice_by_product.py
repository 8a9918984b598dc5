# about: products are equal for (0, 1) and (1, 0), although the axes are declared spatial
# refused: O(i=0, j=1) and O(i=1, j=0) both write O[0]
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((6, 6), "int32"), O: T.Buffer((36,), "int32")):
    for i, j in T.grid(6, 6):
        with T.block("O"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi * vj] = A[vi, vj]


def schedule(sch):
    i, j = sch.get_loops("O")
    sch.reorder(j, i)
