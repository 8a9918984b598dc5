# Shared memory that one kernel uses is allocated in it, also where it is not decided which thread writes what is read.
# pipeline: gpu
from tvm.script import tir as T


@T.prim_func
def before(F: T.Buffer((4,), "int32"), A: T.Buffer((4, 8), "float32"), C: T.Buffer((4, 8), "float32")):
    S = T.alloc_buffer((8,), "float32", scope="shared")
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        for tx in T.thread_binding(8, thread="threadIdx.x"):
            C[bx, tx] = T.float32(0)
            if F[bx] > 0:
                S[tx] = A[bx, tx]
                C[bx, tx] = S[7 - tx]
# ---
@T.prim_func
def after(F: T.Buffer((4,), "int32"), A: T.Buffer((4, 8), "float32"), C: T.Buffer((4, 8), "float32")):
    # with T.block("root"):
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        for tx in T.thread_binding(8, thread="threadIdx.x"):
            with T.block(""):
                T.reads()
                T.writes()
                S = T.alloc_buffer((8,), scope="shared")
                C[bx, tx] = T.float32(0.0)
                if F[bx] > 0:
                    S[tx] = A[bx, tx]
                    C[bx, tx] = S[7 - tx]
