# about: requests are made inside of the loop that they are for
# refused: it is not inside j
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12, 100), "float32"), B: T.Buffer((12, 8), "float32")):
    for i, j, k in T.grid(12, 8, 100):
        with T.block("B"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                B[vi, vj] = T.float32(0)
            B[vi, vj] = B[vi, vj] + A[vi, vk] * T.float32(0.5)


def schedule(sch):
    i, j, k = sch.get_loops("B")
    sch.prefetch("A", j, 1, [i])
