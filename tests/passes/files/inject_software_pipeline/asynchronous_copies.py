# Stages that are asynchronous become groups of copies, and each use waits for its own group only.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 6, 8), "float32"), B: T.Buffer((2, 6, 8), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for i in T.serial(6, annotations={"software_pipeline_stage": [0, 2], "software_pipeline_order": [0, 1], "software_pipeline_async_stages": [0]}):
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
            S = T.alloc_buffer((3, 8), scope="shared")
            with T.attr(0, "async_scope", 1):
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("copy"):
                        T.reads(A[b, 0, t])
                        T.writes(S[0, t])
                        S[0, t] = A[b, 0, t]
            with T.attr(0, "async_scope", 1):
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("copy"):
                        T.reads(A[b, 1, t])
                        T.writes(S[1, t])
                        S[1, t] = A[b, 1, t]
            for i in range(4):
                T.attr(0, "async_wait", 1)
                with T.attr(0, "async_scope", 1):
                    for t in T.thread_binding(8, thread="threadIdx.x"):
                        with T.block("copy"):
                            T.reads(A[b, i + 2, t])
                            T.writes(S[(i + 2) % 3, t])
                            S[(i + 2) % 3, t] = A[b, i + 2, t]
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("use"):
                        T.reads(S[(i + 2 - 2) % 3, 7 - t])
                        T.writes(B[b, i + 2 - 2, t])
                        B[b, i + 2 - 2, t] = S[(i + 2 - 2) % 3, 7 - t] * T.float32(2.0)
            with T.attr(0, "async_wait", 1):
                with T.attr(0, "async_scope", 1):
                    T.evaluate(0)
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("use"):
                        T.reads(S[1, 7 - t])
                        T.writes(B[b, 4, t])
                        B[b, 4, t] = S[1, 7 - t] * T.float32(2.0)
            T.attr(0, "async_wait", 1)
            with T.attr(0, "async_scope", 1):
                T.evaluate(0)
            for t in T.thread_binding(8, thread="threadIdx.x"):
                with T.block("use"):
                    T.reads(S[2, 7 - t])
                    T.writes(B[b, 5, t])
                    B[b, 5, t] = S[2, 7 - t] * T.float32(2.0)
