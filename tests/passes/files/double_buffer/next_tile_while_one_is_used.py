# The first tile is fetched before the loop; each round fetches the next one to the other half of the memory.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 6, 8), "float32"), B: T.Buffer((2, 6, 8), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for i in range(6):
            with T.block(""):
                S = T.alloc_buffer((8,), scope="shared")
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("copy"):
                        T.block_attr({"double_buffer_scope": 0})
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
            S = T.alloc_buffer((2, 8), scope="shared")
            with T.attr(0, "async_scope", 1):
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("copy"):
                        T.reads(A[b, 0, t])
                        T.writes(S[0, t])
                        S[0, t] = A[b, 0, t]
            for i in range(6):
                with T.attr(0, "async_wait", 0):
                    if i + 1 < 6:
                        T.attr(0, "async_scope", 1)
                        for t in T.thread_binding(8, thread="threadIdx.x"):
                            with T.block("copy"):
                                T.reads(A[b, i + 1, t])
                                T.writes(S[(i + 1) % 2, t])
                                S[(i + 1) % 2, t] = A[b, i + 1, t]
                for t in T.thread_binding(8, thread="threadIdx.x"):
                    with T.block("use"):
                        T.reads(S[i % 2, 7 - t])
                        T.writes(B[b, i, t])
                        B[b, i, t] = S[i % 2, 7 - t] * T.float32(2.0)
