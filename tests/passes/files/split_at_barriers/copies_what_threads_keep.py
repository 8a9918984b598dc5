# What a thread keeps across a barrier, in local memory or in a variable, gets one copy for each thread.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 8), "float32"), C: T.Buffer((2, 8), "float32")):
    for ty in T.thread_binding(2, thread="threadIdx.y"):
        for tx in T.thread_binding(8, thread="threadIdx.x"):
            S = T.alloc_buffer((2, 8), "float32", scope="shared")
            L = T.alloc_buffer((1,), "float32", scope="local")
            L[0] = A[ty, tx] * T.float32(3)
            S[ty, tx] = A[ty, tx]
            x = T.float32()
            with T.LetStmt(S[ty, 7 - tx], var=x):
                S[ty, tx] = L[0]
                C[ty, tx] = x + S[1 - ty, tx] + L[0]
# ---
@T.prim_func
def after(A: T.Buffer((2, 8), "float32"), C: T.Buffer((2, 8), "float32")):
    S = T.allocate([2, 8], "float32", "shared")
    S_1 = T.Buffer((2, 8), data=S, scope="shared")
    L = T.allocate([2, 8, 1], "float32", "local")
    L_1 = T.Buffer((2, 8, 1), data=L, scope="local")
    x = T.allocate([2, 8, 1], "float32", "local")
    x_1 = T.Buffer((2, 8, 1), data=x, scope="local")
    for ty in T.thread_binding(2, thread="threadIdx.y"):
        for tx in T.thread_binding(8, thread="threadIdx.x"):
            L_1[ty, tx, 0] = A[ty, tx] * T.float32(3.0)
            S_1[ty, tx] = A[ty, tx]
    for ty in T.thread_binding(2, thread="threadIdx.y"):
        for tx in T.thread_binding(8, thread="threadIdx.x"):
            x_1[ty, tx, 0] = S_1[ty, 7 - tx]
    for ty in T.thread_binding(2, thread="threadIdx.y"):
        for tx in T.thread_binding(8, thread="threadIdx.x"):
            S_1[ty, tx] = L_1[ty, tx, 0]
    for ty in T.thread_binding(2, thread="threadIdx.y"):
        for tx in T.thread_binding(8, thread="threadIdx.x"):
            C[ty, tx] = x_1[ty, tx, 0] + S_1[1 - ty, tx] + L_1[ty, tx, 0]
