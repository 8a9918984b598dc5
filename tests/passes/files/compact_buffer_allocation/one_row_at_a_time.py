# Of a buffer that is allocated in a loop one row is touched at a time: it gets the size of a row.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 8), "float32"), B: T.Buffer((16, 8), "float32")):
    for i in range(16):
        with T.block(""):
            C = T.alloc_buffer((16, 8))
            for j in range(8):
                C[i, j] = A[i, j] * T.float32(2)
            for j in range(8):
                B[i, j] = C[i, 7 - j]
# ---
@T.prim_func
def after(A: T.Buffer((16, 8), "float32"), B: T.Buffer((16, 8), "float32")):
    # with T.block("root"):
    for i in range(16):
        with T.block(""):
            T.reads(A[i, 0:8])
            T.writes(B[i, 0:8])
            C = T.alloc_buffer((1, 8))
            for j in range(8):
                C[0, j] = A[i, j] * T.float32(2.0)
            for j in range(8):
                B[i, j] = C[0, 7 - j]
