# A block of threads may not read what another one of the same kernel writes.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    C = T.alloc_buffer((8,))
    for i in T.thread_binding(8, thread="blockIdx.x"):
        with T.block("C"):
            vi = T.axis.spatial(8, i)
            C[vi] = A[vi]
        with T.block("B"):
            vi = T.axis.spatial(8, i)
            B[vi] = C[7 - vi]
# ---
# refused: gpu.block-exchange
# thread blocks in one kernel access the same elements of C, and they run in no fixed order
#   hint: compute what a thread block reads in that block, or in an earlier kernel
