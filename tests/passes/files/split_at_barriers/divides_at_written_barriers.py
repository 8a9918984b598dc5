# Barriers that the program writes divide the loop, too.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
    S = T.allocate([8], "float32", "shared")
    S_1 = T.Buffer((8,), data=S, scope="shared")
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        S_1[tx] = A[tx]
        T.tvm_storage_sync("shared")
        C[tx] = S_1[7 - tx]
# ---
@T.prim_func
def after(A: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
    S = T.allocate([8], "float32", "shared")
    S_1 = T.Buffer((8,), data=S, scope="shared")
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        S_1[tx] = A[tx]
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        C[tx] = S_1[7 - tx]
