# about: a new order of the axes changes which product is written last
# refused: the new order of the iteration variables of block O changes the results
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((6, 6), "int32"), O: T.Buffer((36,), "int32")):
    for i, j in T.grid(6, 6):
        with T.block("O"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi * vj] = A[vi, vj]


def schedule(sch):
    sch.transform_block_layout("O", lambda i, j: (j, i))
