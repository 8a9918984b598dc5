# Each block of threads computes the same elements of a global buffer for itself: they get shared memory instead.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8,), "float32"), B: T.Buffer((4, 8), "float32")):
    C = T.alloc_buffer((8,))
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("C"):
                vj = T.axis.spatial(8, t)
                C[vj] = A[vj] + T.float32(1)
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [b, t])
                B[vi, vj] = C[7 - vj]
# ---
@T.prim_func
def after(A: T.Buffer((8,), "float32"), B: T.Buffer((4, 8), "float32")):
    # with T.block("root"):
    C = T.alloc_buffer((8,), scope="shared")
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("C"):
                vj = T.axis.spatial(8, t)
                T.reads(A[vj])
                T.writes(C[vj])
                C[vj] = A[vj] + T.float32(1.0)
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [b, t])
                T.reads(C[7 - vj])
                T.writes(B[vi, vj])
                B[vi, vj] = C[7 - vj]
