# The size is that of all accesses together, here of a window with a border.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((18,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(4):
        with T.block(""):
            C = T.alloc_buffer((18,))
            for j in range(6):
                C[i * 4 + j] = A[i * 4 + j]
            for j in range(4):
                B[i * 4 + j] = C[i * 4 + j] + C[i * 4 + j + 1] + C[i * 4 + j + 2]
# ---
@T.prim_func
def after(A: T.Buffer((18,), "float32"), B: T.Buffer((16,), "float32")):
    # with T.block("root"):
    for i in range(4):
        with T.block(""):
            T.reads(A[i * 4:i * 4 + 6])
            T.writes(B[i * 4:i * 4 + 4])
            C = T.alloc_buffer((6,))
            for j in range(6):
                C[j] = A[i * 4 + j]
            for j in range(4):
                B[i * 4 + j] = C[j] + C[j + 1] + C[j + 2]
