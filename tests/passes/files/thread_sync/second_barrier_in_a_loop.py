# In a loop the next round may not overwrite what others still read.
from tvm.script import tir as T


@T.prim_func
def scheduled(A: T.Buffer((2, 4, 8), "float32"), B: T.Buffer((2, 4, 8), "float32")):
    C = T.alloc_buffer((8,), scope="shared")
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for r in range(4):
            for t in T.thread_binding(8, thread="threadIdx.x"):
                with T.block("C"):
                    vb, vr, vt = T.axis.remap("SSS", [b, r, t])
                    C[vt] = A[vb, vr, vt]
            for t in T.thread_binding(8, thread="threadIdx.x"):
                with T.block("B"):
                    vb, vr, vt = T.axis.remap("SSS", [b, r, t])
                    B[vb, vr, vt] = C[7 - vt]
# ---
@T.prim_func
def before(A: T.Buffer((2, 4, 8), "float32"), B: T.Buffer((2, 4, 8), "float32")):
    for blockIdx_x in T.thread_binding(2, thread="blockIdx.x"):
        for threadIdx_x in T.thread_binding(8, thread="threadIdx.x"):
            for r in range(4):
                C = T.allocate([8], "float32", "shared")
                C_1 = T.Buffer((8,), data=C, scope="shared")
                C_1[threadIdx_x] = A[blockIdx_x, r, threadIdx_x]
                B[blockIdx_x, r, threadIdx_x] = C_1[7 - threadIdx_x]


@T.prim_func
def after(A: T.Buffer((2, 4, 8), "float32"), B: T.Buffer((2, 4, 8), "float32")):
    for blockIdx_x in T.thread_binding(2, thread="blockIdx.x"):
        for threadIdx_x in T.thread_binding(8, thread="threadIdx.x"):
            for r in range(4):
                C = T.allocate([8], "float32", "shared")
                C_1 = T.Buffer((8,), data=C, scope="shared")
                T.tvm_storage_sync("shared")
                C_1[threadIdx_x] = A[blockIdx_x, r, threadIdx_x]
                T.tvm_storage_sync("shared")
                B[blockIdx_x, r, threadIdx_x] = C_1[7 - threadIdx_x]
