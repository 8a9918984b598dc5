# about: the reader is a decomposed reduction
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 8), "float32"), C: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((16, 8), "float32")
    for i, k in T.grid(16, 8):
        with T.block("B"):
            vi, vk = T.axis.remap("SS", [i, k])
            B[vi, vk] = A[vi, vk] * T.float32(2)
    for i, k in T.grid(16, 8):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = B[vi, 0]
            C[vi] = C[vi] + B[vi, vk]


def schedule(sch):
    sch.compute_inline("B")
    i, k = sch.get_loops("C")
    sch.decompose_reduction("C", k)
