# Whole warps along threadIdx.x exchange their parts by memory of the warp.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 32), "float32"), S: T.Buffer((2,), "float32")):
    for i in T.thread_binding(2, thread="blockIdx.x"):
        for k in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk]
# ---
@T.prim_func
def after(A: T.Buffer((2, 32), "float32"), S: T.Buffer((2,), "float32")):
    # with T.block("root"):
    for i in T.thread_binding(2, thread="blockIdx.x"):
        with T.block(""):
            T.reads()
            T.writes()
            S_warp0 = T.alloc_buffer((32,), scope="warp")
            S_warp1 = T.alloc_buffer((32,), scope="warp")
            for k in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("S_part"):
                    T.reads()
                    T.writes()
                    S_part = T.alloc_buffer((1,), scope="local")
                    S_part[0] = T.float32(0.0)
                    with T.block("S"):
                        vi, vk = T.axis.remap("SR", [i, k])
                        T.reads(A[vi, vk], S_part[0])
                        T.writes(S_part[0])
                        S_part[0] = S_part[0] + A[vi, vk]
                    S_warp0[k] = S_part[0]
            T.tvm_storage_sync("warp")
            for k in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("S_fold"):
                    T.reads()
                    T.writes()
                    S_part = T.alloc_buffer((1,), scope="local")
                    S_theirs = T.alloc_buffer((1,), scope="local")
                    S_part[0] = S_warp0[k]
                    S_theirs[0] = S_warp0[T.Select(k % 32 < 16, k + 16, k)]
                    S_part[0] = S_part[0] + S_theirs[0]
                    S_warp1[k] = S_part[0]
            T.tvm_storage_sync("warp")
            for k in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("S_fold"):
                    T.reads()
                    T.writes()
                    S_part = T.alloc_buffer((1,), scope="local")
                    S_theirs = T.alloc_buffer((1,), scope="local")
                    S_part[0] = S_warp1[k]
                    S_theirs[0] = S_warp1[T.Select(k % 32 < 8, k + 8, k)]
                    S_part[0] = S_part[0] + S_theirs[0]
                    S_warp0[k] = S_part[0]
            T.tvm_storage_sync("warp")
            for k in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("S_fold"):
                    T.reads()
                    T.writes()
                    S_part = T.alloc_buffer((1,), scope="local")
                    S_theirs = T.alloc_buffer((1,), scope="local")
                    S_part[0] = S_warp0[k]
                    S_theirs[0] = S_warp0[T.Select(k % 32 < 4, k + 4, k)]
                    S_part[0] = S_part[0] + S_theirs[0]
                    S_warp1[k] = S_part[0]
            T.tvm_storage_sync("warp")
            for k in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("S_fold"):
                    T.reads()
                    T.writes()
                    S_part = T.alloc_buffer((1,), scope="local")
                    S_theirs = T.alloc_buffer((1,), scope="local")
                    S_part[0] = S_warp1[k]
                    S_theirs[0] = S_warp1[T.Select(k % 32 < 2, k + 2, k)]
                    S_part[0] = S_part[0] + S_theirs[0]
                    S_warp0[k] = S_part[0]
            T.tvm_storage_sync("warp")
            for k in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("S_fold"):
                    T.reads()
                    T.writes()
                    S_part = T.alloc_buffer((1,), scope="local")
                    S_theirs = T.alloc_buffer((1,), scope="local")
                    S_part[0] = S_warp0[k]
                    S_theirs[0] = S_warp0[T.Select(k % 32 < 1, k + 1, k)]
                    S_part[0] = S_part[0] + S_theirs[0]
                    S_warp1[k] = S_part[0]
            for k in T.thread_binding(32, thread="threadIdx.x"):
                with T.block("S"):
                    T.where(k == 0)
                    T.reads()
                    T.writes()
                    S[i] = S_warp1[k]
