# about: which element is updated depends on the data; a loop inside becomes lanes, which update one after the other
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((64,), "int32"), H: T.Buffer((16,), "int32")):
    for b in range(16):
        with T.block("start"):
            vb = T.axis.spatial(16, b)
            H[vb] = 0
    for k in range(64):
        with T.block("count"):
            vk = T.axis.reduce(64, k)
            H[T.floormod(A[vk], 16)] = H[T.floormod(A[vk], 16)] + 1


def schedule(sch):
    sch.atomic("count")
    ko, ki = sch.split(sch.get_loops("count")[0], [None, 8])
    sch.parallel(ko)
    sch.vectorize(ki)
