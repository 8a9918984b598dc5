# From 16 virtual threads on a loop runs them.
from tvm.script import tir as T


@T.prim_func
def scheduled(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for v in T.thread_binding(16, thread="vthread.x"):
            for t in T.thread_binding(4, thread="threadIdx.x"):
                with T.block("B"):
                    v0 = T.axis.spatial(128, b * 64 + v * 4 + t)
                    B[v0] = A[v0] + T.float32(1)
# ---
@T.prim_func
def before(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for blockIdx_x in T.thread_binding(2, thread="blockIdx.x"):
        for threadIdx_x in T.thread_binding(4, thread="threadIdx.x"):
            for v in T.thread_binding(16, thread="vthread.x"):
                B[blockIdx_x * 64 + v * 4 + threadIdx_x] = A[blockIdx_x * 64 + v * 4 + threadIdx_x] + T.float32(1.0)


@T.prim_func
def after(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32")):
    for blockIdx_x in T.thread_binding(2, thread="blockIdx.x"):
        for threadIdx_x in T.thread_binding(4, thread="threadIdx.x"):
            for v in range(16):
                B[blockIdx_x * 64 + v * 4 + threadIdx_x] = A[blockIdx_x * 64 + v * 4 + threadIdx_x] + T.float32(1.0)
