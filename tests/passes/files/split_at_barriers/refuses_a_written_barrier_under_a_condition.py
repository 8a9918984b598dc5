# A barrier that the program writes where only some threads arrive is refused.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        if tx < 4:
            T.tvm_storage_sync("shared")
            C[tx] = A[tx]
# ---
# refused: gpu.barrier-inside
# a barrier is inside a condition, which not all threads of a block execute in the same way
#   hint: move the barrier out of conditions and loops that depend on the thread
