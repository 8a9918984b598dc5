# It reads shared memory.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 64), "float32"), C: T.Buffer((16, 64), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        with T.block(""):
            S = T.alloc_buffer((8, 64), scope="global")
            for t in T.thread_binding(64, thread="threadIdx.x"):
                for i in range(8):
                    with T.block("use"):
                        S[i, t] = A[b * 8 + i, t]
            for i in T.serial(8, annotations={"tensor_store": True}):
                for j in range(64):
                    with T.block("store"):
                        C[b * 8 + i, j] = S[i, j]
# ---
# refused: gpu.tensor-store
# the copy of loop i cannot be a tensor store: it copies from global to global
#   hint: annotate the outermost loop of a copy from shared to global memory (cache_write) that is not bound to threads
