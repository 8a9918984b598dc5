# A match may have fewer dimensions than its source: the leading ones are those of the region.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    for i in range(4):
        with T.block("row"):
            T.reads(A[i, 0:8])
            T.writes(B[i, 0:8])
            R = T.match_buffer(A[i, 0:8], (8,))
            for j in range(8):
                B[i, j] = R[7 - j]
# ---
@T.prim_func
def after(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    # with T.block("root"):
    for i in range(4):
        with T.block("row"):
            T.reads(A[i, 0:8])
            T.writes(B[i, 0:8])
            for j in range(8):
                B[i, j] = A[i, 7 - j]
