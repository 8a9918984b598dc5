# Where the touched part has no constant size, the dimension stays whole.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((4,), "float32")):
    for i in range(4):
        with T.block(""):
            C = T.alloc_buffer((4, 16))
            for j in range(i * 4 + 1):
                C[i, j] = A[j]
            B[i] = C[i, i * 2]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((4,), "float32")):
    # with T.block("root"):
    for i in range(4):
        with T.block(""):
            T.reads(A[0:i * 4 + 1])
            T.writes(B[i])
            C = T.alloc_buffer((1, 16))
            for j in range(i * 4 + 1):
                C[0, j] = A[j]
            B[i] = C[0, i * 2]
