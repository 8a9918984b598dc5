# A barrier of the block would wait for the producer: the consumers have one of their own.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 6, 32), "float32"), B: T.Buffer((2, 6, 32), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for t in T.thread_binding(32, thread="threadIdx.x"):
            S = T.allocate([96], "float32", "shared")
            S_1 = T.Buffer((3, 32), data=S, scope="shared")
            for i in range(6):
                with T.attr(0, "producer_part", T.tvm_tuple(i, 3, 0, 128, 0, 0)):
                    with T.attr(0, "bulk_copy", T.tvm_tuple(i % 3, S_1[i % 3, 0], A[b, i, 0], 128)):
                        for j in range(32):
                            S_1[i % 3, j] = A[b, i, j]
                with T.attr(0, "consumer_part", T.tvm_tuple(i, 3, 0, 128, 0, 0)):
                    T.tvm_storage_sync("shared")
                    B[b, i, t] = S_1[i % 3, 31 - t]
# ---
@T.prim_func
def after(A: T.Buffer((2, 6, 32), "float32"), B: T.Buffer((2, 6, 32), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for t in T.thread_binding(64, thread="threadIdx.x"):
            S = T.allocate([96], "float32", "shared")
            S_1 = T.Buffer((3, 32), data=S, scope="shared")
            T.create_barriers(6, dtype="int32")
            if t == 0:
                T.ptx_init_barrier_thread_count(0, 1, dtype="int32")
                T.ptx_init_barrier_thread_count(1, 1, dtype="int32")
                T.ptx_init_barrier_thread_count(2, 1, dtype="int32")
                T.ptx_init_barrier_thread_count(3, 32, dtype="int32")
                T.ptx_init_barrier_thread_count(4, 32, dtype="int32")
                T.ptx_init_barrier_thread_count(5, 32, dtype="int32")
            T.tvm_storage_sync("shared")
            if t < 32:
                for i in range(6):
                    T.ptx_wait_barrier(i % 3, i // 3 % 2, dtype="int32")
                    T.ptx_bar_sync(1, 32, dtype="int32")
                    B[b, i, t] = S_1[i % 3, 31 - t]
                    T.ptx_arrive_barrier(i % 3 + 3, dtype="int32")
            else:
                if t == 32:
                    for i in range(6):
                        T.ptx_wait_barrier(i % 3 + 3, (i // 3 + 1) % 2, dtype="int32")
                        T.ptx_arrive_barrier_expect_tx(i % 3, 128, dtype="int32")
                        T.attr(0, "bulk_copy", T.tvm_tuple(i % 3, S_1[i % 3, 0], A[b, i, 0], 128))
                        for j in range(32):
                            S_1[i % 3, j] = A[b, i, j]
