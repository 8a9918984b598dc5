# A statement in which a thread reads what another one writes has no order among the threads.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((65,), "float32")):
    for tx in T.thread_binding(64, thread="threadIdx.x"):
        A[tx + 1] = A[tx] * T.float32(2)
# ---
# refused: gpu.divergent-barrier
# threads exchange elements of A inside one statement, which not all threads of a block execute in the same way, so no barrier can be placed there: A[tx + 1] = A[tx] * T.float32(2.0) writes what A[tx] reads
#   hint: write what other threads read in a statement of its own, outside of conditions and loops that depend on threadIdx
