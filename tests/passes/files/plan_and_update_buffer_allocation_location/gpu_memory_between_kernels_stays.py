# What one kernel writes and another reads stays in global memory, outside of both.
# pipeline: gpu
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    C = T.alloc_buffer((16,))
    for i in T.thread_binding(16, thread="blockIdx.x"):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = A[vi] + T.float32(1)
    for i in T.thread_binding(16, thread="blockIdx.x"):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi] = C[15 - vi]
# ---
# unchanged
