# about: vi * vj is 0 while vj has one value, so that all iterations write one element
# refused: the new order of the iteration variables of block C changes the results
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 1), "int32"), O: T.Buffer((18,), "int32")):
    for i, j in T.grid(2, 1):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi * vj] = A[vi, vj]


def schedule(sch):
    sch.transform_block_layout("C", lambda i, j: (1 - i, j))
