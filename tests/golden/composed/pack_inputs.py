# about: the layout takes the indices of the operand
# refused: the layout has 1 inputs, but operand B has 2 dimensions
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 20), "float32"), B: T.Buffer((20, 30), "float32"), C: T.Buffer((24, 30), "float32")):
    for i, j, k in T.grid(24, 30, 20):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def schedule(sch):
    i, j, k = sch.get_loops("C")
    sch.pack("C", "B", lambda n: n, k)
