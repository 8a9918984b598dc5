# No barrier can stand where only some threads of a block come.
from tvm.script import tir as T


@T.prim_func
def scheduled(A: T.Buffer((8,), "float32"), B: T.Buffer((8, 8), "float32")):
    C = T.alloc_buffer((8,), scope="shared")
    for t in T.thread_binding(8, thread="threadIdx.x"):
        for u in range(t):
            with T.block("C"):
                vt = T.axis.spatial(8, t)
                vu = T.axis.opaque(8, u)
                C[vt] = A[vt]
            with T.block("B"):
                vt = T.axis.spatial(8, t)
                vu = T.axis.opaque(8, u)
                B[vt, vu] = C[vu]
# ---
@T.prim_func
def before(A: T.Buffer((8,), "float32"), B: T.Buffer((8, 8), "float32")):
    for threadIdx_x in T.thread_binding(8, thread="threadIdx.x"):
        C = T.allocate([8], "float32", "shared")
        C_1 = T.Buffer((8,), data=C, scope="shared")
        for u in range(threadIdx_x):
            C_1[threadIdx_x] = A[threadIdx_x]
            B[threadIdx_x, u] = C_1[u]


# refused: gpu.divergent-barrier
# threads exchange elements of C inside a loop, which not all threads of a block execute in the same way, so no barrier can be placed there: C[threadIdx_x] = A[threadIdx_x] writes what C[u] reads
#   hint: write what other threads read in a statement of its own, outside of conditions and loops that depend on threadIdx
