# about: a guard over a spatial and a reduction loop, as rfactor leaves it, goes with the block
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((4, 10), "int32"), C: T.Buffer((4,), "int32")):
    for i, k in T.grid(4, 10):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = 0
            C[vi] = C[vi] + A[vi, vk]


def schedule(sch):
    i, k = sch.get_loops(sch.get_block("C"))
    outer, inner = sch.split(k, [None, 8])
    parts = sch.rfactor(inner, 0)
    sch.compute_at(parts, sch.get_loops(sch.get_block("C"))[0])
