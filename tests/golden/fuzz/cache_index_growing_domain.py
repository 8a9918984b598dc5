# about: a table of what is indexed by an iter whose domain changes with a loop around the block has no place before that loop
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((8,), "int32"), C: T.Buffer((4, 4), "int32")):
    for i in range(4):
        for j in range(i + 1):
            with T.block("C"):
                vi = T.axis.opaque(4, i)
                vj = T.axis.opaque(i + 1, j)
                C[vi, vj] = A[vi + vj + 1] + A[vi * 2]


def schedule(sch):
    sch.cache_index(sch.get_block("C"), "global", 0)
