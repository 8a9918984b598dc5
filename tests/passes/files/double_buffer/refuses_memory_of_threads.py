# Only shared memory is fetched ahead.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 6, 8), "float32"), B: T.Buffer((2, 6, 8), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for i in range(6):
            with T.block(""):
                S = T.alloc_buffer((8,), scope="local")
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("copy"):
                        T.block_attr({"double_buffer_scope": 0})
                        S[t] = A[b, i, t]
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("use"):
                        B[b, i, t] = S[t] * T.float32(2)
# ---
# refused: gpu.double-buffer
# the copy of block "copy" cannot be double buffered: it writes S, which is not shared memory used by loop i alone
#   hint: annotate copies to shared memory at the start of a serial loop (cache_read, compute_at)
