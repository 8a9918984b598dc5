# There must be a next round to fetch for.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 1, 8), "float32"), B: T.Buffer((2, 1, 8), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for i in range(1):
            with T.block(""):
                S = T.alloc_buffer((8,), scope="shared")
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("copy"):
                        T.block_attr({"double_buffer_scope": 0})
                        S[t] = A[b, i, t]
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("use"):
                        B[b, i, t] = S[7 - t] * T.float32(2)
# ---
# refused: gpu.double-buffer
# the copy of block "copy" cannot be double buffered: the enclosing loop i is not serial with a known extent of at least 2
#   hint: annotate copies to shared memory at the start of a serial loop (cache_read, compute_at)
