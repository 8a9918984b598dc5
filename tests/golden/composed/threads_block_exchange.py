# about: blocks of threads would read a result that other blocks of the same kernel write
# refused: they run in no fixed order
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 16), "float32"), S: T.Buffer((8, 16), "float32"), B: T.Buffer((8, 16), "float32")):
    for i in range(8):
        for k in range(16):
            with T.block("S"):
                vi, vk = T.axis.remap("SS", [i, k])
                S[vi, vk] = A[vi, vk] * T.float32(2)
        for k in range(16):
            with T.block("B"):
                vi, vk = T.axis.remap("SS", [i, k])
                B[vi, vk] = S[vi, 15 - vk]


def schedule(sch):
    sch.bind(sch.get_loops("B")[0], "threadIdx.x")
    sch.bind(sch.get_loops("B")[1], "blockIdx.x")
    sch.bind(sch.get_loops("S")[1], "blockIdx.x")
