# Local memory that two loops over threads use cannot get copies for the threads of one of them.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32"), D: T.Buffer((8,), "float32")):
    S = T.alloc_buffer((8,), "float32", scope="shared")
    L = T.alloc_buffer((1,), "float32", scope="local")
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        L[0] = A[tx]
        S[tx] = A[tx]
        C[tx] = S[7 - tx] + L[0]
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        D[tx] = L[0]
# ---
# refused: gpu.thread-copies
# threads wait for each other at a barrier, and L, of which each thread needs its own copy, is used in several loops over threads
#   hint: allocate L in the loop over threads that uses it
