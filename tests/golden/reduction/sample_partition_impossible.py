# about: an extent that is no multiple gives ones
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 30), "float32"), B: T.Buffer((24, 30), "float32")):
    for i, j in T.grid(24, 30):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)


def schedule(sch):
    f = sch.sample_partitioned_tile("i", 3, 1, 7)
    assert f[0] is None
    sch.split("i", [f[0], f[1], f[2]])
