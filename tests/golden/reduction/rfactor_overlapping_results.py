# about: two rows add up in one element: each starts it again
# refused: its spatial variables cannot be recovered from the indices of its elements
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12, 10), "float32"), M: T.Buffer((6,), "float32")):
    for i, k in T.grid(12, 10):
        with T.block("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi // 2] = T.float32(0)
            M[vi // 2] = M[vi // 2] + A[vi, vk]


def schedule(sch):
    sch.rfactor(sch.get_loops("M")[1], 1)
