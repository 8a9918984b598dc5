# about: the consumer continues its own results, so it cannot be computed in a parallel loop
# refused: loop ax0 runs its iterations at once, and with block P in it they would depend on each other
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2,), "int64"), P: T.Buffer((2,), "int64")):
    for i_P in range(2):
        with T.block("P"):
            vi = T.axis.spatial(2, i_P)
            P[vi] = A[vi] + T.if_then_else(vi > 0, P[vi - 1], T.int64(0))


def schedule(sch):
    copy = sch.reindex("P", ("read", 0))
    loop, = sch.get_loops(copy)
    sch.parallel(loop)
    sch.reverse_compute_inline("P")
