# about: every factor moves with the terms of the sum
# inputs: A=integers, B=integers, W=integers
# refused: what block C adds, A[vi, vk] * (B[vj, vk] * W[vj, vk // 8]), has no factor that stays the same for an element, and another one
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((5, 48), "float32"), B: T.Buffer((7, 48), "float32"), W: T.Buffer((7, 6), "float32"), C: T.Buffer((5, 7), "float32")):
    for i, j, k in T.grid(5, 7, 48):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * (B[vj, vk] * W[vj, vk // 8])


def schedule(sch):
    sch.factor_out("C", invariants=True)
