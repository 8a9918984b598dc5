# Each round copies a row to the next of three places; rounds are counted through the loop around.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 6, 32), "float32"), B: T.Buffer((2, 6, 32), "float32")):
    for b in T.thread_binding(1, thread="blockIdx.x"):
        for p in range(2):
            for i in T.serial(6, annotations={"specialize_warps": [3, 0, 0, 0]}):
                with T.block(""):
                    S = T.alloc_buffer((32,), scope="shared")
                    for j in range(32):
                        with T.block("copy"):
                            S[j] = A[p, i, j]
                    for t in T.thread_binding(32, thread="threadIdx.x"):
                        with T.block("use"):
                            B[p, i, t] = S[31 - t] * T.float32(2)
# ---
@T.prim_func
def after(A: T.Buffer((2, 6, 32), "float32"), B: T.Buffer((2, 6, 32), "float32")):
    # with T.block("root"):
    for b in T.thread_binding(1, thread="blockIdx.x"):
        for p in range(2):
            with T.block(""):
                T.reads()
                T.writes()
                S = T.alloc_buffer((3, 32), scope="shared")
                for i in range(6):
                    with T.attr(0, "producer_part", T.tvm_tuple(p * 6 + i, 3, 0, 128, 0, 0)):
                        T.attr(0, "bulk_copy", T.tvm_tuple((p * 6 + i) % 3, S[(p * 6 + i) % 3, 0], A[p, i, 0], 128))
                        for j in range(32):
                            S[(p * 6 + i) % 3, j] = A[p, i, j]
                    T.attr(0, "consumer_part", T.tvm_tuple(p * 6 + i, 3, 0, 128, 0, 0))
                    for t in T.thread_binding(32, thread="threadIdx.x"):
                        with T.block("use"):
                            T.reads(S[(p * 6 + i) % 3, 31 - t])
                            T.writes(B[p, i, t])
                            B[p, i, t] = S[(p * 6 + i) % 3, 31 - t] * T.float32(2.0)
