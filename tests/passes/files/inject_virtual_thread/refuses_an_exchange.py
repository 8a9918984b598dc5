# Virtual threads cannot wait for each other, so they must not exchange values.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 8), "float32"), C: T.Buffer((2, 8), "float32")):
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        S = T.allocate([2, 8], "float32", "shared")
        S_1 = T.Buffer((2, 8), data=S, scope="shared")
        for vx in T.thread_binding(2, thread="vthread.x"):
            S_1[vx, tx] = A[vx, tx]
            C[vx, tx] = S_1[1 - vx, tx]
# ---
# refused: gpu.virtual-exchange
# the virtual threads of loop vx exchange elements of S_1, but each thread runs its virtual threads without a barrier between them: S_1[vx, tx] = A[vx, tx] writes what S_1[1 - vx, tx] reads
#   hint: bind loop vx to threadIdx
