# Memory of a thread does not reach other threads.
from tvm.script import tir as T


@T.prim_func
def scheduled(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    C = T.alloc_buffer((4, 8), scope="local")
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [b, t])
                C[vi, vj] = A[vi, vj]
        for u in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [b, u])
                B[vi, vj] = C[vi, 7 - vj]
# ---
@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    for blockIdx_x in T.thread_binding(4, thread="blockIdx.x"):
        for threadIdx_x in T.thread_binding(8, thread="threadIdx.x"):
            C = T.allocate([1, 8], "float32", "local")
            C_1 = T.Buffer((1, 8), data=C, scope="local")
            C_1[0, threadIdx_x] = A[blockIdx_x, threadIdx_x]
            B[blockIdx_x, threadIdx_x] = C_1[0, 7 - threadIdx_x]


# refused: gpu.local-exchange
# threads read elements of C that other threads write, but memory of the scope local is private to one thread
#   hint: use the scope shared, or let every thread compute what it reads
