# about: the two reduction loops of the producer were exchanged before it moves: the order of the sum does not matter
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 6, 5), "float32"), C: T.Buffer((16,), "float32")):
    S = T.alloc_buffer((16,), "float32")
    for i, k, r in T.grid(16, 6, 5):
        with T.block("S"):
            vi, vk, vr = T.axis.remap("SRR", [i, k, r])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk, vr]
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = S[vi] * T.float32(2)


def schedule(sch):
    i, k, r = sch.get_loops("S")
    sch.reorder(r, k)
    (i,) = sch.get_loops("C")
    sch.compute_at("S", i)
