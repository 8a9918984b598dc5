# about: the sum starts in its first iteration, which a mask may leave out
# inputs: A=integers, B=integers
# refused: a mask leaves out terms of block C, but its reduction starts inside of it, in its first iteration
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
    sch.skip_masked("C")
