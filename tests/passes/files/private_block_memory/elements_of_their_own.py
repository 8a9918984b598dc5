# Blocks of threads that touch different elements keep the buffer in global memory.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8,), "float32"), B: T.Buffer((4, 8), "float32")):
    C = T.alloc_buffer((4, 8))
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [b, t])
                C[vi, vj] = A[vj] + T.float32(1)
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [b, t])
                B[vi, vj] = C[vi, 7 - vj]
# ---
# unchanged
