# about: the same executions of a block run in several rounds, and another block needs to run only in the first one
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4,), "int32"), C: T.Buffer((4,), "int32")):
    S = T.alloc_buffer((4,), "int32")
    for i in range(6):
        for k in range(4):
            with T.block("S"):
                vk = T.axis.spatial(4, k)
                S[vk] = A[vk] * 2
        for k in range(4):
            with T.block("C"):
                vk = T.axis.spatial(4, k)
                C[vk] = C[vk] + S[vk]


def schedule(sch):
    sch.add_guard("S", lambda i, k: i == 0)
