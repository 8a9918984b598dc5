# about: the producer moves under a reduction loop of its consumer
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((12, 8), "float32"), W: T.Buffer((8, 10), "float32"), Y: T.Buffer((12, 10), "float32")):
    S = T.alloc_buffer((12, 8), "float32")
    for i, k in T.grid(12, 8):
        with T.block("S"):
            vi, vk = T.axis.remap("SS", [i, k])
            S[vi, vk] = X[vi, vk] * T.float32(0.5)
    for i, j, k in T.grid(12, 10, 8):
        with T.block("Y"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                Y[vi, vj] = T.float32(0)
            Y[vi, vj] = Y[vi, vj] + S[vi, vk] * W[vk, vj]


def schedule(sch):
    i, j, k = sch.get_loops("Y")
    ko, ki = sch.split(k, factors=[None, 3])
    sch.reorder(ko, i, j, ki)
    sch.compute_at("S", ko)
