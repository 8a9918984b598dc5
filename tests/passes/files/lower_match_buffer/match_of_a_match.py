# Outer matches are replaced first, so that each source has memory of its own.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    for i in range(4):
        with T.block("row"):
            T.reads(A[i, 0:8])
            T.writes(B[i, 0:8])
            R = T.match_buffer(A[i, 0:8], (8,))
            for j in range(2):
                with T.block("half"):
                    T.reads(R[j * 4:j * 4 + 4])
                    T.writes(B[i, j * 4:j * 4 + 4])
                    H = T.match_buffer(R[j * 4:j * 4 + 4], (4,))
                    for k in range(4):
                        B[i, j * 4 + k] = H[3 - k]
# ---
@T.prim_func
def after(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    # with T.block("root"):
    for i in range(4):
        with T.block("row"):
            T.reads(A[i, 0:8])
            T.writes(B[i, 0:8])
            for j in range(2):
                with T.block("half"):
                    T.reads(A[i, j * 4:j * 4 + 4])
                    T.writes(B[i, j * 4:j * 4 + 4])
                    for k in range(4):
                        B[i, j * 4 + k] = A[i, j * 4 + (3 - k)]
