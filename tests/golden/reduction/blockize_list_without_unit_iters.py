# about: preserve_unit_iters=False for neighbouring blocks: an iter of one value of the one is 0, though the other divides its iter
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 12), "float32"), B: T.Buffer((8, 12), "float32")):
    for m in range(1):
        for i, j in T.grid(8, 1):
            with T.block("first"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj] * T.float32(2)
        for i, j in T.grid(8, 11):
            with T.block("others"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj + 1] = A[vi, vj + 1] * T.float32(3)


def schedule(sch):
    sch.blockize([sch.get_block("first"), sch.get_block("others")], preserve_unit_iters=False)


@T.prim_func
def expected(A: T.Buffer((8, 12), "float32"), B: T.Buffer((8, 12), "float32")):
    # with T.block("root"):
    for m in range(1):
        with T.block("outer_first_others_"):
            vi_o = T.axis.spatial(1, 0)
            vj_o = T.axis.spatial(1, 0)
            T.reads(A[0:8, 0:12])
            T.writes(B[0:8, 0:12])
            for i, j in T.grid(8, 1):
                with T.block("first"):
                    vi_i = T.axis.spatial(8, i)
                    T.reads(A[vi_i, 0])
                    T.writes(B[vi_i, 0])
                    B[vi_i, 0] = A[vi_i, 0] * T.float32(2)
            for i, j in T.grid(8, 11):
                with T.block("others"):
                    vi_i, vj_i = T.axis.remap("SS", [i, j])
                    T.reads(A[vi_i, vj_i + 1])
                    T.writes(B[vi_i, vj_i + 1])
                    B[vi_i, vj_i + 1] = A[vi_i, vj_i + 1] * T.float32(3)
