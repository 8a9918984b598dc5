# about: the copies of an unrolled loop write one element
# refused: both write O[
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((6, 6), "int32"), O: T.Buffer((36,), "int32")):
    for i, j in T.grid(6, 6):
        with T.block("O"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[vi * vj] = A[vi, vj]


def schedule(sch):
    sch.unroll_and_jam(sch.get_loops("O")[0], 2)
