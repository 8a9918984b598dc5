# Global memory of which each thread uses only its own elements becomes local.
# pipeline: gpu
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    C = T.alloc_buffer((4, 8))
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [b, t])
                C[vi, vj] = A[vi, vj]
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [b, t])
                B[vi, vj] = C[vi, vj] * T.float32(2)
# ---
@T.prim_func
def after(A: T.Buffer((4, 8), "float32"), B: T.Buffer((4, 8), "float32")):
    # with T.block("root"):
    for b in T.thread_binding(4, thread="blockIdx.x"):
        for t in T.thread_binding(8, thread="threadIdx.x"):
            with T.block(""):
                T.reads()
                T.writes()
                C = T.alloc_buffer((4, 8), scope="local")
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [b, t])
                    T.reads(A[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = A[vi, vj]
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [b, t])
                    T.reads(C[vi, vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = C[vi, vj] * T.float32(2.0)
