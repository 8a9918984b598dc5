# What is outside of a loop over threads runs also where this loop has no iteration.
# pipeline: gpu
# bind: n=4, m=0
from tvm.script import tir as T


@T.prim_func
def scheduled(a: T.handle, b: T.handle, S: T.Buffer((4,), "float32")):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(a, (n, m), "float32")
    B = T.match_buffer(b, (n, m), "float32")
    for i in T.thread_binding(4, thread="blockIdx.x"):
        with T.block("S"):
            vi = T.axis.spatial(4, i)
            S[vi] = T.float32(1)
        for j in T.thread_binding(m, thread="threadIdx.x"):
            with T.block("B"):
                vi = T.axis.spatial(n, i)
                vj = T.axis.spatial(m, j)
                T.where(i < n)
                B[vi, vj] = A[vi, vj]
# ---
@T.prim_func
def before(var_A: T.handle, var_B: T.handle, S: T.Buffer((4,), "float32")):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(var_A, (n, m), "float32")
    B = T.match_buffer(var_B, (n, m), "float32")
    # with T.block("root"):
    for i in T.thread_binding(4, thread="blockIdx.x"):
        with T.block("S"):
            T.reads()
            T.writes(S[i])
            S[i] = T.float32(1.0)
        for j in T.thread_binding(m, thread="threadIdx.x"):
            with T.block("B"):
                T.where(i < n)
                T.reads(A[i, j])
                T.writes(B[i, j])
                B[i, j] = A[i, j]


@T.prim_func
def after(var_A: T.handle, var_B: T.handle, S: T.Buffer((4,), "float32")):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(var_A, (n, m), "float32")
    B = T.match_buffer(var_B, (n, m), "float32")
    # with T.block("root"):
    for blockIdx_x in T.thread_binding(4, thread="blockIdx.x"):
        for threadIdx_x in T.thread_binding(T.max(m, 1), thread="threadIdx.x"):
            with T.block("S"):
                T.reads()
                T.writes(S[blockIdx_x])
                if threadIdx_x == 0:
                    S[blockIdx_x] = T.float32(1.0)
            if 0 < m:
                with T.block("B"):
                    T.where(blockIdx_x < n)
                    T.reads(A[blockIdx_x, threadIdx_x])
                    T.writes(B[blockIdx_x, threadIdx_x])
                    B[blockIdx_x, threadIdx_x] = A[blockIdx_x, threadIdx_x]
