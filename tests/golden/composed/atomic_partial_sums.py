# about: who reads what is not finished yet still depends on the order
# refused: depend on each other
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((40,), "float32"), B: T.Buffer((1,), "float32"), C: T.Buffer((40,), "float32")):
    with T.block("start"):
        vi = T.axis.spatial(1, 0)
        B[vi] = T.float32(0)
    for k in range(40):
        with T.block("B"):
            vi = T.axis.spatial(1, 0)
            vk = T.axis.opaque(40, k)
            B[vi] = B[vi] + A[vk]
        with T.block("C"):
            vk = T.axis.opaque(40, k)
            C[vk] = B[0]


def schedule(sch):
    sch.atomic("B")
    sch.parallel(sch.get_loops("B")[0])
