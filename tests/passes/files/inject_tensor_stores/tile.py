# A tile is a box of the array.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 64), "float32"), C: T.Buffer((16, 64), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        with T.block(""):
            S = T.alloc_buffer((8, 64), scope="shared")
            for t in T.thread_binding(64, thread="threadIdx.x"):
                for i in range(8):
                    with T.block("use"):
                        S[i, t] = A[b * 8 + i, t]
            for i in T.serial(8, annotations={"tensor_store": True}):
                for j in range(64):
                    with T.block("store"):
                        C[b * 8 + i, j] = S[i, j]
# ---
@T.prim_func
def after(A: T.Buffer((16, 64), "float32"), C: T.Buffer((16, 64), "float32")):
    # with T.block("root"):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        with T.block(""):
            T.reads(A[b * 8:b * 8 + 8, 0:64])
            T.writes(C[b * 8:b * 8 + 8, 0:64])
            S = T.alloc_buffer((8, 64), scope="shared")
            for t in T.thread_binding(64, thread="threadIdx.x"):
                for i in range(8):
                    with T.block("use"):
                        T.reads(A[b * 8 + i, t])
                        T.writes(S[i, t])
                        S[i, t] = A[b * 8 + i, t]
            T.attr(0, "bulk_store", T.tvm_tuple(0, S[0, 0], C[T.Add(b * 8, 0), 0], 2048, 0, T.int64(64), T.int64(4), T.int64(64), 0, T.int64(16), T.int64(256), T.int64(8), b * 8))
            for i, j in T.grid(8, 64):
                with T.block("store"):
                    T.reads(S[i, j])
                    T.writes(C[b * 8 + i, j])
                    C[b * 8 + i, j] = S[i, j]
