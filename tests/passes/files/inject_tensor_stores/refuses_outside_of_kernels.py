# There are no threads that could issue it.
from tvm.script import tir as T


@T.prim_func
def before(C: T.Buffer((8, 64), "float32")):
    with T.block(""):
        S = T.alloc_buffer((8, 64), scope="shared")
        for i in T.serial(8, annotations={"tensor_store": True}):
            for j in range(64):
                with T.block("store"):
                    C[i, j] = S[i, j]
# ---
# refused: gpu.tensor-store
# the copy of loop i cannot be a tensor store: no loop around it is bound to blockIdx or threadIdx
#   hint: annotate the outermost loop of a copy from shared to global memory (cache_write) that is not bound to threads
