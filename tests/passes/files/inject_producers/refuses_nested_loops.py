# One producer for each loop.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 32), "float32"), B: T.Buffer((6, 32), "float32")):
    for b in T.thread_binding(1, thread="blockIdx.x"):
        for i in T.serial(6, annotations={"specialize_warps": [3, 0, 0, 0]}):
            with T.block(""):
                S = T.alloc_buffer((32,), scope="shared")
                for j in range(32):
                    with T.block("copy"):
                        S[j] = A[i, j]
                for t in T.serial(32, annotations={"specialize_warps": [3, 0, 0, 0]}):
                    with T.block("use"):
                        B[i, t] = S[31 - t]
# ---
# refused: gpu.producer
# the copies of loop i cannot be given to a producer warp: a loop inside of it has a producer too
#   hint: begin a serial loop of the kernel with copies of rows to shared memory (cache_read, compute_at)
