# about: the element is named by a sum of variables, so that a factor of one of them may differ between terms of an element
# inputs: A=integers, G=integers
# refused: what block C adds, A[vi + vj, vk] * G[vi], has no factor that stays the same for an element, and another one
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((9, 12), "float32"), G: T.Buffer((5,), "float32"), C: T.Buffer((9,), "float32")):
    for i, j, k in T.grid(1, 5, 12):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi + vj] = T.float32(0)
            C[vi + vj] = C[vi + vj] + A[vi + vj, vk] * G[vi]


def schedule(sch):
    sch.factor_out("C", invariants=True)
