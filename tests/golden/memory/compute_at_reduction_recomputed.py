# about: a row sum is computed again for each column tile
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 12), "float32"), C: T.Buffer((16, 20), "float32")):
    S = T.alloc_buffer((16,), "float32")
    for i, k in T.grid(16, 12):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
    for i, j in T.grid(16, 20):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = S[vi] * T.float32(2)


def schedule(sch):
    i, j = sch.get_loops("C")
    jo, ji = sch.split(j, factors=[None, 4])
    sch.reorder(jo, i, ji)
    sch.compute_at("S", i)
