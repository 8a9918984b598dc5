# about: eight threads cannot deal out a copy to four
# refused: loop ax0_ax1_fused_1 has 4 iterations, but threadIdx.x has the extent 8 in loop i_1 of the same kernel
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20, 15), "float32"), B: T.Buffer((15, 12), "float32"), C: T.Buffer((20, 12), "float32")):
    for i, j, k in T.grid(20, 12, 15):
        with T.block("mm"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]


def schedule(sch):
    i, j, k = sch.get_loops("mm")
    i0, i1 = sch.split(i, factors=[None, 8])
    k0, k1 = sch.split(k, factors=[None, 6])
    sch.reorder(i0, i1, k0, j, k1)
    sch.bind(i0, "blockIdx.x")
    sch.bind(i1, "threadIdx.x")
    copy = sch.cache_read("mm", 1, "shared")
    sch.compute_at(copy, k0)
    rest, tx = sch.split(sch.fuse(*sch.get_loops(copy)[-2:]), factors=[None, 4])
    sch.bind(tx, "threadIdx.x")
