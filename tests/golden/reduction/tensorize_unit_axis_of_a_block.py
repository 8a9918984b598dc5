# about: the tile with a loop of one iteration is made a block first
# intrin: dot14
from tvm.script import tir as T


@T.prim_func
def desc(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (1, 4), "float32", offset_factor=1)
    B = T.match_buffer(b, (4, 4), "float32", offset_factor=1)
    C = T.match_buffer(c, (1, 4), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(C[0:1, 0:4], A[0:1, 0:4], B[0:4, 0:4])
        T.writes(C[0:1, 0:4])
        for i, j, k in T.grid(1, 4, 4):
            with T.block("u"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk]


@T.prim_func
def impl(a: T.handle, b: T.handle, c: T.handle):
    a0, a1, b0, b1, c0, c1 = T.int32(), T.int32(), T.int32(), T.int32(), T.int32(), T.int32()
    A = T.match_buffer(a, (1, 4), "float32", offset_factor=1, strides=[a0, a1])
    B = T.match_buffer(b, (4, 4), "float32", offset_factor=1, strides=[b0, b1])
    C = T.match_buffer(c, (1, 4), "float32", offset_factor=1, strides=[c0, c1])
    with T.block("root"):
        T.reads(C[0:1, 0:4], A[0:1, 0:4], B[0:4, 0:4])
        T.writes(C[0:1, 0:4])
        for j, k in T.grid(4, 4):
            C[0, j] = C[0, j] + A[0, k] * B[j, k]


@T.prim_func
def before(A: T.Buffer((6, 12), "float32"), B: T.Buffer((8, 12), "float32"), C: T.Buffer((6, 8), "float32")):
    for i, j, k in T.grid(6, 8, 12):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = T.float32(0)
            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vj, vk]


def schedule(sch):
    i, j, k = sch.get_loops("C")
    i0, i1 = sch.split(i, factors=[None, 1])
    j0, j1 = sch.split(j, factors=[None, 4])
    k0, k1 = sch.split(k, factors=[None, 4])
    sch.reorder(i0, j0, k0, i1, j1, k1)
    outer = sch.blockize(i1)
    sch.decompose_reduction(outer, k0)
    sch.tensorize("C_o_update", "dot14")
