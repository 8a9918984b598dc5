# about: the axis is a sum of overlapping loops
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24,), "int32"), W: T.Buffer((5,), "int32"), Y: T.Buffer((20,), "int32")):
    P = T.alloc_buffer((24,), "int32")
    for i in range(24):
        with T.block("P"):
            vi = T.axis.spatial(24, i)
            P[vi] = A[vi] * 2
    for i, k in T.grid(20, 5):
        with T.block("Y"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                Y[vi] = 0
            Y[vi] = Y[vi] + P[vi + vk] * W[vk]


def schedule(sch):
    sch.compute_at("P", sch.get_loops("Y")[1])
    sch.blockize(["P"])
