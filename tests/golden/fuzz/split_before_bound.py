# about: the bounds of a copy's loops read memory at a place that the loop chooses; a guard would come after them
# refused: the bounds of loop ax0 read memory
# inputs: ids=0..4
from tvm.script import tir as T


@T.prim_func
def main(B: T.Buffer((5,), "int32"), C: T.Buffer((5,), "int32"), ids: T.Buffer((5,), "int32")):
    for i in range(5):
        for j in range(1):
            with T.block("b0"):
                vi = T.axis.spatial(5, i)
                C[vi] = B[ids[vi]] + B[vi]


def schedule(sch):
    i, j = sch.get_loops("b0")
    copy = sch.cache_read("b0", "B", "global")
    sch.compute_at(copy, j)
    sch.split(i, [None, 4])
