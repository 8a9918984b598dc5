# about: shifted bits modulo 8 are equal for 3 and 4
# refused: both write O[
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((6, 6), "int32"), O: T.Buffer((64,), "int32")):
    for i, j in T.grid(6, 6):
        with T.block("O"):
            vi, vj = T.axis.remap("SS", [i, j])
            O[T.shift_left(1, vi) % 8 + vj] = A[vi, vj]


def schedule(sch):
    sch.parallel(sch.get_loops("O")[0])
