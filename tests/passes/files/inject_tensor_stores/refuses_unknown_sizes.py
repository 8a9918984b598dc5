# The box is part of the descriptor, which the host makes.
from tvm.script import tir as T


@T.prim_func
def before(C: T.Buffer((8, 64), "float32"), n: T.int32):
    for b in T.thread_binding(1, thread="blockIdx.x"):
        with T.block(""):
            S = T.alloc_buffer((8, 64), scope="shared")
            for t in T.thread_binding(64, thread="threadIdx.x"):
                for i in range(8):
                    with T.block("use"):
                        S[i, t] = T.float32(1)
            for i in T.serial(n, annotations={"tensor_store": True}):
                for j in range(64):
                    with T.block("store"):
                        C[i, j] = S[i, j]
# ---
# refused: gpu.tensor-store
# the copy of loop i cannot be a tensor store: the number of iterations of loop i is not constant
#   hint: annotate the outermost loop of a copy from shared to global memory (cache_write) that is not bound to threads
