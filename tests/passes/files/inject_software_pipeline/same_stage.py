# Statements of one stage stay in their round; the notes are gone.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 6, 8), "float32"), B: T.Buffer((2, 6, 8), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for i in T.serial(6, annotations={"software_pipeline_stage": [0, 0], "software_pipeline_order": [0, 1]}):
            with T.block(""):
                S = T.alloc_buffer((8,), scope="shared")
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("copy"):
                        S[t] = A[b, i, t]
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("use"):
                        B[b, i, t] = S[7 - t] * T.float32(2)
# ---
@T.prim_func
def after(A: T.Buffer((2, 6, 8), "float32"), B: T.Buffer((2, 6, 8), "float32")):
    # with T.block("root"):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        with T.block(""):
            T.reads()
            T.writes()
            S = T.alloc_buffer((8,), scope="shared")
            for i in range(6):
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("copy"):
                        T.reads(A[b, i, t])
                        T.writes(S[t])
                        S[t] = A[b, i, t]
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("use"):
                        T.reads(S[7 - t])
                        T.writes(B[b, i, t])
                        B[b, i, t] = S[7 - t] * T.float32(2.0)
