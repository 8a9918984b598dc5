# Threads exchange values in every iteration of a loop: the loop moves around the divided loop over threads.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 8), "float32"), C: T.Buffer((8,), "float32")):
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        S = T.alloc_buffer((8,), "float32", scope="shared")
        C[tx] = T.float32(0)
        for k in range(6):
            S[tx] = A[k, tx]
            C[tx] = C[tx] + S[7 - tx]
# ---
@T.prim_func
def after(A: T.Buffer((6, 8), "float32"), C: T.Buffer((8,), "float32")):
    S = T.allocate([8], "float32", "shared")
    S_1 = T.Buffer((8,), data=S, scope="shared")
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        C[tx] = T.float32(0.0)
    for k in range(6):
        for tx in T.thread_binding(8, thread="threadIdx.x"):
            S_1[tx] = A[k, tx]
        for tx in T.thread_binding(8, thread="threadIdx.x"):
            C[tx] = C[tx] + S_1[7 - tx]
