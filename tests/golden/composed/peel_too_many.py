# about: one iteration has to stay
# refused: 24 iterations, so 24 of them cannot be peeled
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 20), "float32"), B: T.Buffer((20, 28), "float32"), C: T.Buffer((24, 28), "float32")):
    for i, j, k in T.grid(24, 28, 20):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]



def schedule(sch):
    i, j, k = sch.get_loops("C")
    sch.peel(i, 24)
