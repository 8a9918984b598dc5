# The fence is in front of the barrier.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 64), "float32"), C: T.Buffer((16, 64), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for t in T.thread_binding(64, thread="threadIdx.x"):
            S = T.allocate([512], "float32", "shared")
            S_1 = T.Buffer((8, 64), data=S, scope="shared")
            for i in range(8):
                S_1[i, t] = A[b * 8 + i, t]
            T.tvm_storage_sync("shared")
            if t == 0:
                with T.attr(0, "bulk_store", T.tvm_tuple(0, S_1[0, 0], C[b * 8, 0], 2048, 0, T.int64(64), T.int64(4), T.int64(64), 0, T.int64(16), T.int64(256), T.int64(8), b * 8)):
                    for i in range(8):
                        for j in range(64):
                            C[b * 8 + i, j] = S_1[i, j]
# ---
@T.prim_func
def after(A: T.Buffer((16, 64), "float32"), C: T.Buffer((16, 64), "float32")):
    for b in T.thread_binding(2, thread="blockIdx.x"):
        for t in T.thread_binding(64, thread="threadIdx.x"):
            S = T.allocate([512], "float32", "shared")
            S_1 = T.Buffer((8, 64), data=S, scope="shared")
            for i in range(8):
                S_1[i, t] = A[b * 8 + i, t]
            T.ptx_fence_proxy_async(dtype="int32")
            T.tvm_storage_sync("shared")
            if t == 0:
                with T.attr(0, "bulk_store", T.tvm_tuple(0, S_1[0, 0], C[b * 8, 0], 2048, 0, T.int64(64), T.int64(4), T.int64(64), 0, T.int64(16), T.int64(256), T.int64(8), b * 8)):
                    for i, j in T.grid(8, 64):
                        C[b * 8 + i, j] = S_1[i, j]
                T.ptx_cp_async_bulk_commit_group(dtype="int32")
                T.ptx_cp_async_bulk_wait_group_read(0, dtype="int32")
