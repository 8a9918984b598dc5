# about: a mask of another element says nothing about the term
# inputs: A=integers, B=integers
# refused: no loop around block C has iterations at its start or its end that have no effect
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12, 16), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((12,), "float32")):
    P = T.alloc_buffer((12, 16))
    for i, k in T.grid(12, 16):
        with T.block("P"):
            vi, vk = T.axis.remap("SS", [i, k])
            P[vi, vk] = T.if_then_else(vi <= vk, A[vi, vk], T.float32(1))
    for i in range(12):
        with T.block("start"):
            vi = T.axis.spatial(12, i)
            C[vi] = T.float32(0)
    for i, k in T.grid(12, 16):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            C[vi] = C[vi] + P[vi, vk] * B[vk]


def schedule(sch):
    sch.skip_masked("C")
