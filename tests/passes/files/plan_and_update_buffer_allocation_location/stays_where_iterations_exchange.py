# An iteration reads what the one before wrote, so the buffer is not moved into the loop.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    C = T.alloc_buffer((17,))
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = A[vi] + T.float32(1)
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = C[T.max(vi - 1, 0)]
# ---
# unchanged
