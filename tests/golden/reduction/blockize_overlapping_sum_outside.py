# about: the loop that the refusal of the inner one names
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 6), "float32"), C: T.Buffer((8, 6), "float32")):
    for f, kh in T.grid(36, 3):
        with T.block("C"):
            v0 = T.axis.spatial(8, f // 6 + kh)
            v1 = T.axis.spatial(6, f % 6)
            C[v0, v1] = T.cast(v0, "float32") + A[T.min(v0, 5), v1]


def schedule(sch):
    sch.blockize("f")
