# about: a guarded tail belongs to loops inside and outside: that is the reason where there is a guard
# refused: a predicate involves both outer and inner loops
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 13), "float32"), B: T.Buffer((16, 13), "float32")):
    for i, j in T.grid(16, 13):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)


def schedule(sch):
    i, j = sch.get_loops("B")
    j0, j1 = sch.split(j, factors=[None, 4])
    sch.blockize(j1)
