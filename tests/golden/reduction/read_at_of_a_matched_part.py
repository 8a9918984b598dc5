# about: a part that is seen through match_buffer
# refused: through its pointer or a match_buffer
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 4), "int32"), B: T.Buffer((8, 4), "int32")):
    for i in range(8):
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            T.reads(A[vi, 0:4])
            T.writes(B[vi, 0:4])
            M = T.match_buffer(A[vi, 0:4], (4,), "int32", offset_factor=1)
            for j in range(4):
                B[vi, j] = M[j]


def schedule(sch):
    sch.read_at("i", "B", 0, "local")
