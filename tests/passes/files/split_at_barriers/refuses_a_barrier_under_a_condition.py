# No barrier can be placed where only some threads of a block arrive.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((64,), "float32"), C: T.Buffer((64,), "float32")):
    for tx in T.thread_binding(64, thread="threadIdx.x"):
        S = T.alloc_buffer((64,), "float32", scope="shared")
        C[tx] = T.float32(0)
        if tx < 48:
            S[tx] = A[tx] * T.float32(2)
            C[tx] = S[47 - tx]
# ---
# refused: gpu.divergent-barrier
# threads exchange elements of S inside a condition, which not all threads of a block execute in the same way, so no barrier can be placed there: S[tx] = A[tx] * T.float32(2.0) writes what S[47 - tx] reads
#   hint: write what other threads read in a statement of its own, outside of conditions and loops that depend on threadIdx
