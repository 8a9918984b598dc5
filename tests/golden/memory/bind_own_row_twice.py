# about: what is copied depends on the thread, so no other thread can copy it
# refused: loop i_1 around it is already bound to threadIdx.x
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 12), "float32"), C: T.Buffer((16, 12), "float32")):
    for i, j, k in T.grid(16, 12, 16):
        with T.block("mm"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def schedule(sch):
    i, j, k = sch.get_loops("mm")
    i0, i1 = sch.split(i, factors=[None, 8])
    sch.bind(i1, "threadIdx.x")
    j0, j1 = sch.split(j, factors=[None, 8])
    sch.bind(j1, "threadIdx.x")
