# about: a decision that does not fit any more is adapted
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 30), "float32"), B: T.Buffer((24, 30), "float32")):
    for i, j in T.grid(24, 30):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)


def schedule(sch):
    i, j = sch.get_loops("B")
    f = sch.sample_perfect_tile(i, 3, decision=[2, 2, 5])
    assert sch.get(f[2]) == 24
    sch.split(i, f)
