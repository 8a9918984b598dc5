# about: the last tile of a loop ends past the buffer; the regions of its part do not
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((50, 6), "float32"), B: T.Buffer((50, 6), "float32")):
    for i in range(7):
        with T.block("rows"):
            vi = T.axis.spatial(7, i)
            T.reads(A[vi * 8:vi * 8 + 8, 0:6])
            T.writes(B[vi * 8:vi * 8 + 8, 0:6])
            for r, j in T.grid(8, 6):
                with T.block("row"):
                    vr, vj = T.axis.remap("SS", [r, j])
                    T.where(vi * 8 + r < 50)
                    B[vi * 8 + vr, vj] = A[vi * 8 + vr, vj] * T.float32(2)


def schedule(sch):
    sch.loop_partition(sch.get_loops("rows")[0], [6, None])


@T.prim_func
def expected(A: T.Buffer((50, 6), "float32"), B: T.Buffer((50, 6), "float32")):
    with T.block("root"):
        T.reads()
        T.writes()
        with T.block("rows_i_common"):
            T.reads()
            T.writes()
            with T.block("rows_i0_partition"):
                T.reads()
                T.writes()
                for i0 in range(6):
                    with T.block("rows_i0"):
                        vi = T.axis.spatial(6, i0)
                        T.reads(A[0:48, 0:6])
                        T.writes(B[0:48, 0:6])
                        for r, j in T.grid(8, 6):
                            with T.block("row"):
                                vr, vj = T.axis.remap("SS", [r, j])
                                T.where(vi * 8 + r < 50)
                                T.reads(A[vi * 8 + vr, vj])
                                T.writes(B[vi * 8 + vr, vj])
                                B[vi * 8 + vr, vj] = A[vi * 8 + vr, vj] * T.float32(2.0)
            with T.block("rows_i1_partition"):
                T.reads()
                T.writes()
                for i1 in range(6, 7):
                    with T.block("rows_i1"):
                        vi = T.axis.spatial((6, 7), i1)
                        T.reads(A[48:50, 0:6])
                        T.writes(B[48:50, 0:6])
                        for r, j in T.grid(8, 6):
                            with T.block("row"):
                                vr, vj = T.axis.remap("SS", [r, j])
                                T.where(vi * 8 + r < 50)
                                T.reads(A[vi * 8 + vr, vj])
                                T.writes(B[vi * 8 + vr, vj])
                                B[vi * 8 + vr, vj] = A[vi * 8 + vr, vj] * T.float32(2.0)
