# about: the elements are packed in tiles
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12, 10), "float32"), M: T.Buffer((3, 4), "float32")):
    for i, k in T.grid(12, 10):
        with T.block("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi // 4, vi % 4] = T.float32(0)
            M[vi // 4, vi % 4] = M[vi // 4, vi % 4] + A[vi, vk]


def schedule(sch):
    sch.rfactor(sch.get_loops("M")[1], 1)
