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
# blocks of threads in one kernel touch the same elements of C, and they run in any order
#   hint: compute what a block of threads reads in that block, or in a kernel before it
