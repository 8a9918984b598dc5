# about: a sum and a maximum of one element do not change places
# refused: depend on each other
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((40,), "float32"), B: T.Buffer((1,), "float32")):
    with T.block("start"):
        vi = T.axis.spatial(1, 0)
        B[vi] = T.float32(0)
    for k in range(40):
        with T.block("sum"):
            vi = T.axis.spatial(1, 0)
            vk = T.axis.opaque(40, k)
            B[vi] = B[vi] + A[vk]
        with T.block("max"):
            vi = T.axis.spatial(1, 0)
            vk = T.axis.opaque(40, k)
            B[vi] = T.max(B[vi], A[vk])


def schedule(sch):
    sch.atomic("sum")
    sch.atomic("max")
    sch.parallel(sch.get_loops("sum")[0])
