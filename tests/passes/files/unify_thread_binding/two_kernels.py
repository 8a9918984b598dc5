# Each kernel gets its own nest, with its axes outermost.
from tvm.script import tir as T


@T.prim_func
def scheduled(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    C = T.alloc_buffer((4, 8))
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for j in range(2):
            for t in T.thread_binding(4, thread="threadIdx.x"):
                with T.block("C"):
                    vi = T.axis.spatial(4, b)
                    vj = T.axis.spatial(8, j * 4 + t)
                    C[vi, vj] = A[vi, vj]
    for t in T.thread_binding(8, thread="threadIdx.x"):
        for i in range(4):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, t])
                B[vi, vj] = C[3 - vi, vj]
# ---
@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    # with T.block("root"):
    C = T.alloc_buffer((4, 8))
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for j in range(2):
            for t in T.thread_binding(4, thread="threadIdx.x"):
                with T.block("C"):
                    T.reads(A[b, j * 4 + t])
                    T.writes(C[b, j * 4 + t])
                    C[b, j * 4 + t] = A[b, j * 4 + t]
    for t in T.thread_binding(8, thread="threadIdx.x"):
        for i in range(4):
            with T.block("B"):
                T.reads(C[3 - i, t])
                T.writes(B[i, t])
                B[i, t] = C[3 - i, t]


@T.prim_func
def after(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    # with T.block("root"):
    C = T.alloc_buffer((4, 8))
    for blockIdx_x in T.thread_binding(4, thread="blockIdx.x"):
        for threadIdx_x in T.thread_binding(4, thread="threadIdx.x"):
            for j in range(2):
                with T.block("C"):
                    T.reads(A[blockIdx_x, j * 4 + threadIdx_x])
                    T.writes(C[blockIdx_x, j * 4 + threadIdx_x])
                    C[blockIdx_x, j * 4 + threadIdx_x] = A[blockIdx_x, j * 4 + threadIdx_x]
    for threadIdx_x in T.thread_binding(8, thread="threadIdx.x"):
        for i in range(4):
            with T.block("B"):
                T.reads(C[3 - i, threadIdx_x])
                T.writes(B[i, threadIdx_x])
                B[i, threadIdx_x] = C[3 - i, threadIdx_x]
