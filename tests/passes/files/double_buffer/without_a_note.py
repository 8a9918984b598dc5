# Without the note a copy stays where it is.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 6, 8), "float32"), B: T.Buffer((2, 6, 8), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for i in range(6):
            with T.block(""):
                S = T.alloc_buffer((8,), scope="shared")
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("copy"):
                        S[t] = A[b, i, t]
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("use"):
                        B[b, i, t] = S[7 - t] * T.float32(2)
# ---
# unchanged
