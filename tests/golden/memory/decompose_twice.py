# about: there is nothing left to take out
# refused: has no init
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 8), "float32"), S: T.Buffer((16,), "float32")):
    for i, k in T.grid(16, 8):
        with T.block("sum"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    b = sch.get_block("sum")
    i, k = sch.get_loops(b)
    sch.decompose_reduction(b, k)
    sch.decompose_reduction(b, k)
