# about: preserve_unit_iters=False: an iter of one value is 0 inside of the new block, also in a base and beside others
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((1, 16, 9), "float32"), B: T.Buffer((1, 16, 9), "float32")):
    for n, i_0, i_1, u in T.grid(1, 4, 4, 1):
        with T.block("B"):
            vn = T.axis.spatial(1, n)
            vi = T.axis.spatial(16, i_0 * 4 + i_1)
            vu = T.axis.spatial(9, u + 5)
            B[vn, vi, vu] = A[vn, vi, vu] + T.float32(1)


def schedule(sch):
    n, io, ii, u = sch.get_loops("B")
    sch.blockize(ii, preserve_unit_iters=False)


@T.prim_func
def expected(A: T.Buffer((1, 16, 9), "float32"), B: T.Buffer((1, 16, 9), "float32")):
    # with T.block("root"):
    for n, i_0 in T.grid(1, 4):
        with T.block("B_o"):
            vn_o = T.axis.spatial(1, 0)
            vi_o = T.axis.spatial(4, i_0)
            vu_o = T.axis.spatial(1, 0)
            T.reads(A[0, vi_o * 4:vi_o * 4 + 4, 5])
            T.writes(B[0, vi_o * 4:vi_o * 4 + 4, 5])
            for i_1, u in T.grid(4, 1):
                with T.block("B"):
                    vi_i = T.axis.spatial(4, i_1)
                    T.reads(A[0, vi_o * 4 + vi_i, 5])
                    T.writes(B[0, vi_o * 4 + vi_i, 5])
                    B[0, vi_o * 4 + vi_i, 5] = A[0, vi_o * 4 + vi_i, 5] + T.float32(1)
