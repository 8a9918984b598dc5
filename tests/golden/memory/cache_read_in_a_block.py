# about: inside of a block of tiles, the copy of an input holds one tile and needs no guard
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 40), "float32"), B: T.Buffer((24, 40), "float32")):
    for i, j in T.grid(24, 40):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(3)


def schedule(sch):
    i, j = sch.get_loops("B")
    io, ii = sch.split(i, factors=[None, 4])
    jo, ji = sch.split(j, factors=[None, 8])
    sch.reorder(io, jo, ii, ji)
    sch.blockize(ii)
    sch.cache_read("B", 0, "shared")


@T.prim_func
def expected(A: T.Buffer((24, 40), "float32"), B: T.Buffer((24, 40), "float32")):
    # with T.block("root"):
    for i_0, j_0 in T.grid(6, 5):
        with T.block("B_o"):
            vi_o, vj_o = T.axis.remap("SS", [i_0, j_0])
            T.reads(A[vi_o * 4:vi_o * 4 + 4, vj_o * 8:vj_o * 8 + 8])
            T.writes(B[vi_o * 4:vi_o * 4 + 4, vj_o * 8:vj_o * 8 + 8])
            A_shared = T.alloc_buffer((4, 8), scope="shared")
            for ax0, ax1 in T.grid(4, 8):
                with T.block("A_shared"):
                    v0, v1 = T.axis.remap("SS", [ax0, ax1])
                    T.reads(A[vi_o * 4 + v0, vj_o * 8 + v1])
                    T.writes(A_shared[v0, v1])
                    A_shared[v0, v1] = A[vi_o * 4 + v0, vj_o * 8 + v1]
            for i_1, j_1 in T.grid(4, 8):
                with T.block("B"):
                    vi_i, vj_i = T.axis.remap("SS", [i_1, j_1])
                    T.reads(A_shared[vi_i, vj_i])
                    T.writes(B[vi_o * 4 + vi_i, vj_o * 8 + vj_i])
                    B[vi_o * 4 + vi_i, vj_o * 8 + vj_i] = A_shared[vi_i, vj_i] * T.float32(3)
