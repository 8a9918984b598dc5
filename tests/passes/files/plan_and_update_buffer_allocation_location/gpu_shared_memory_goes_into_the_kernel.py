# On a GPU shared memory is allocated inside of the kernel, around the threads that use it.
# pipeline: gpu
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    C = T.alloc_buffer((32, 8), scope="shared")
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [b, t])
                C[vi, vj] = A[vi, vj]
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [b, t])
                B[vi, vj] = C[vi, 7 - vj]
# ---
@T.prim_func
def after(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    # with T.block("root"):
    for b in T.thread_binding(4, thread="blockIdx.x"):
        with T.block(""):
            T.reads()
            T.writes()
            C = T.alloc_buffer((32, 8), scope="shared")
            for t in T.thread_binding(8, thread="threadIdx.x"):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [b, t])
                    T.reads(A[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = A[vi, vj]
            for t in T.thread_binding(8, thread="threadIdx.x"):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [b, t])
                    T.reads(C[vi, 7 - vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = C[vi, 7 - vj]
