# Accesses go to the source, and the names of strides and offset get their values.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
    for i, j in T.grid(4, 2):
        with T.block("window"):
            T.reads(A[i * 4:i * 4 + 4, j * 8:j * 8 + 8])
            T.writes(B[i * 4:i * 4 + 4, j * 8:j * 8 + 8])
            s0 = T.int32()
            s1 = T.int32()
            o = T.int32()
            W = T.match_buffer(A[i * 4:i * 4 + 4, j * 8:j * 8 + 8], (4, 8), strides=[s0, s1], elem_offset=o)
            for x, y in T.grid(4, 8):
                B[i * 4 + x, j * 8 + y] = W[x, y] + T.Cast("float32", s0 * x + o)
# ---
@T.prim_func
def after(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32")):
    # with T.block("root"):
    for i, j in T.grid(4, 2):
        with T.block("window"):
            T.reads(A[i * 4:i * 4 + 4, j * 8:j * 8 + 8])
            T.writes(B[i * 4:i * 4 + 4, j * 8:j * 8 + 8])
            for x, y in T.grid(4, 8):
                B[i * 4 + x, j * 8 + y] = A[i * 4 + x, j * 8 + y] + T.Cast("float32", 16 * x + (i * 4 * 16 + j * 8))
