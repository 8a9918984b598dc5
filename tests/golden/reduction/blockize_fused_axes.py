# about: half a row of a fused loop: (f_0 * 4 + f_1) // 8 is f_0 // 2
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 8), "int32"), B: T.Buffer((6, 8), "int32")):
    for i, j in T.grid(6, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + vj


def schedule(sch):
    f = sch.fuse("i", "j")
    a, b = sch.split(f, [None, 4])
    sch.blockize(b)
