# What stands outside of the threads is written by the first of them only.
from tvm.script import tir as T


@T.prim_func
def scheduled(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    C = T.alloc_buffer((4,), scope="shared")
    for b in T.thread_binding(4, thread="blockIdx.x"):
        with T.block("C"):
            vi = T.axis.spatial(4, b)
            C[vi] = A[vi, 0]
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [b, t])
                B[vi, vj] = C[vi] + A[vi, vj]
# ---
@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    # with T.block("root"):
    for b in T.thread_binding(4, thread="blockIdx.x"):
        with T.block(""):
            T.reads()
            T.writes()
            C = T.alloc_buffer((1,), scope="shared")
            with T.block("C"):
                T.reads(A[b, 0])
                T.writes(C[0])
                C[0] = A[b, 0]
            for t in T.thread_binding(8, thread="threadIdx.x"):
                with T.block("B"):
                    T.reads(C[0], A[b, t])
                    T.writes(B[b, t])
                    B[b, t] = C[0] + A[b, t]


@T.prim_func
def after(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    # with T.block("root"):
    for blockIdx_x in T.thread_binding(4, thread="blockIdx.x"):
        for threadIdx_x in T.thread_binding(8, thread="threadIdx.x"):
            with T.block(""):
                T.reads()
                T.writes()
                C = T.alloc_buffer((1,), scope="shared")
                with T.block("C"):
                    T.reads(A[blockIdx_x, 0])
                    T.writes(C[0])
                    if threadIdx_x == 0:
                        C[0] = A[blockIdx_x, 0]
                with T.block("B"):
                    T.reads(C[0], A[blockIdx_x, threadIdx_x])
                    T.writes(B[blockIdx_x, threadIdx_x])
                    B[blockIdx_x, threadIdx_x] = C[0] + A[blockIdx_x, threadIdx_x]
