# about: it is not known whether there are that many iterations
# refused: the parts of loop i cover 8 of its n iterations
from tvm.script import tir as T


@T.prim_func
def before(a: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,), "int32")
    for i in range(n):
        with T.block("A"):
            vi = T.axis.spatial(n, i)
            A[vi] = vi


def schedule(sch):
    sch.loop_partition("i", [8, None])
