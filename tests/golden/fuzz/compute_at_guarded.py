# about: the guard of a block goes with it, beside writes that are not affine
# inputs: ids=0..3
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((3,), "int32"), ids: T.Buffer((4,), "int32"), C: T.Buffer((4,), "int32"), D: T.Buffer((4,), "int32")):
    for i, k in T.grid(4, 3):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = 0
            C[vi] = C[vi] + A[vk]
    for i in range(4):
        with T.block("D"):
            vi = T.axis.opaque(4, i)
            D[ids[vi]] = C[vi]


def schedule(sch):
    i, k = sch.get_loops("C")
    ko, ki = sch.split(k, [None, 2])
    rf = sch.rfactor(ki, 1)
    sch.compute_at(rf, sch.get_loops("C")[1])
