# A condition that is the same for all threads of a block moves around the divided loops.
from tvm.script import tir as T


@T.prim_func
def before(F: T.Buffer((4,), "int32"), A: T.Buffer((4, 8), "float32"), C: T.Buffer((4, 8), "float32")):
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        for tx in T.thread_binding(8, thread="threadIdx.x"):
            S = T.alloc_buffer((8,), "float32", scope="shared")
            C[bx, tx] = T.float32(0)
            if F[bx] > 0:
                S[tx] = A[bx, tx]
                C[bx, tx] = S[7 - tx]
# ---
@T.prim_func
def after(F: T.Buffer((4,), "int32"), A: T.Buffer((4, 8), "float32"), C: T.Buffer((4, 8), "float32")):
    for bx in T.thread_binding(4, thread="blockIdx.x"):
        S = T.allocate([8], "float32", "shared")
        S_1 = T.Buffer((8,), data=S, scope="shared")
        for tx in T.thread_binding(8, thread="threadIdx.x"):
            C[bx, tx] = T.float32(0.0)
        if F[bx] > 0:
            for tx in T.thread_binding(8, thread="threadIdx.x"):
                S_1[tx] = A[bx, tx]
            for tx in T.thread_binding(8, thread="threadIdx.x"):
                C[bx, tx] = S_1[7 - tx]
