# about: the result is kept in half precision
# refused: block add computes
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12, 16), "float32"), B: T.Buffer((16, 10), "float32"), bias: T.Buffer((12, 10), "float32"), D: T.Buffer((12, 10), "float16")):
    C = T.alloc_buffer((12, 10), "float32")
    for i, j, k in T.grid(12, 10, 16):
        with T.block("mm"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

    for i, j in T.grid(12, 10):
        with T.block("add"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = T.Cast("float16", C[vi, vj] + bias[vi, vj])


def schedule(sch):
    sch.fuse_reduction_epilogue("mm", "add")
