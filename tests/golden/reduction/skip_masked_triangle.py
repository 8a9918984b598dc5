# about: a triangular product: terms before the diagonal are zero, and the loop starts at it
# inputs: A=integers, B=integers
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12, 16), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((12,), "float32")):
    P = T.alloc_buffer((12, 16))
    for i, k in T.grid(12, 16):
        with T.block("P"):
            vi, vk = T.axis.remap("SS", [i, k])
            P[vi, vk] = T.if_then_else(vi <= vk, A[vi, vk], T.float32(0))
    for i, k in T.grid(12, 16):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + P[vi, vk] * B[vk]


def schedule(sch):
    sch.decompose_reduction("C", sch.get_loops("C")[1])
    sch.skip_masked("C_update")
