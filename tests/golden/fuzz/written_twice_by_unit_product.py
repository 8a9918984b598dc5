# about: vi * vj is 0 while vj has one value, so that all iterations write one element
# refused: it could not be proved that block C keeps the results in the order of the new iteration variables
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 1), "int32"), O: T.Buffer((18,), "int32")):
    for i, j in T.grid(2, 1):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi * vj] = A[vi, vj]


def schedule(sch):
    sch.transform_block_layout("C", lambda i, j: (1 - i, j))
