# about: i * 2 has the range 0 to 2 even if i has one value, so that the block ran twice
# refused: the index map of block O cannot be inverted
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((1,), "int32"), O: T.Buffer((2,), "int32")):
    for i in range(1):
        with T.block("O"):
            vi = T.axis.reduce(1, i)
            O[0] = O[0] + A[vi]


def schedule(sch):
    sch.transform_block_layout("O", lambda i: (i * 2,))
