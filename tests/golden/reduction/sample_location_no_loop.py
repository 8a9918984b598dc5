# about: a place that is no loop cannot be split
# refused: the sampled location is the root, which split does not accept
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12, 16), "float32"), C: T.Buffer((12, 16), "float32")):
    B = T.alloc_buffer((12, 16), "float32")
    for i, j in T.grid(12, 16):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(1)
    for i, j in T.grid(12, 16):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] * T.float32(2)


def schedule(sch):
    l = sch.sample_compute_location("B", decision=-1)
    sch.split(l, [2, None])
