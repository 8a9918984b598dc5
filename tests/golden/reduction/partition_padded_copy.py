# about: parts of a padded copy name no element before the first or after the last one of what they read
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20,), "float32"), P: T.Buffer((26,), "float32")):
    for i in range(26):
        with T.block("pad"):
            vi = T.axis.spatial(26, i)
            P[vi] = T.if_then_else(3 <= vi and vi < 23, A[vi - 3], T.float32(0))


def schedule(sch):
    (i,) = sch.get_loops("pad")
    sch.loop_partition(i, [3, 20, None])


@T.prim_func
def expected(A: T.Buffer((20,), "float32"), P: T.Buffer((26,), "float32")):
    with T.block("root"):
        T.reads()
        T.writes()
        with T.block("pad_i_common"):
            T.reads()
            T.writes()
            with T.block("pad_i0_partition"):
                T.reads()
                T.writes()
                for i0 in range(3):
                    with T.block("pad_i0"):
                        vi = T.axis.spatial(3, i0)
                        T.reads(A[0])
                        T.writes(P[0:3])
                        P[vi] = T.if_then_else(3 <= vi and vi < 23, A[vi - 3], T.float32(0.0))
            with T.block("pad_i1_partition"):
                T.reads()
                T.writes()
                for i1 in range(3, 23):
                    with T.block("pad_i1"):
                        vi = T.axis.spatial((3, 23), i1)
                        T.reads(A[0:20])
                        T.writes(P[3:23])
                        P[vi] = T.if_then_else(3 <= vi and vi < 23, A[vi - 3], T.float32(0.0))
            with T.block("pad_i2_partition"):
                T.reads()
                T.writes()
                for i2 in range(23, 26):
                    with T.block("pad_i2"):
                        vi = T.axis.spatial((23, 26), i2)
                        T.reads(A[19])
                        T.writes(P[23:26])
                        P[vi] = T.if_then_else(3 <= vi and vi < 23, A[vi - 3], T.float32(0.0))
