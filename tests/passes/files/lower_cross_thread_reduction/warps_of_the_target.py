# How many threads are a warp the target says: four here, so that eight threads are two warps.
# warp: 4
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((2, 8), "float32"), S: T.Buffer((2,), "float32")):
    for i in T.thread_binding(2, thread="blockIdx.x"):
        for k in T.thread_binding(8, thread="threadIdx.x"):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk]
# ---
@T.prim_func
def after(A: T.Buffer((2, 8), "float32"), S: T.Buffer((2,), "float32")):
    # with T.block("root"):
    for i in T.thread_binding(2, thread="blockIdx.x"):
        with T.block(""):
            T.reads()
            T.writes()
            S_threads = T.alloc_buffer((2,), scope="shared")
            S_warp0 = T.alloc_buffer((8,), scope="warp")
            S_warp1 = T.alloc_buffer((8,), scope="warp")
            for k in T.thread_binding(8, thread="threadIdx.x"):
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
            for k in T.thread_binding(8, thread="threadIdx.x"):
                with T.block("S_fold"):
                    T.reads()
                    T.writes()
                    S_part = T.alloc_buffer((1,), scope="local")
                    S_theirs = T.alloc_buffer((1,), scope="local")
                    S_part[0] = S_warp0[k]
                    S_theirs[0] = S_warp0[T.Select(k % 4 < 2, k + 2, k)]
                    S_part[0] = S_part[0] + S_theirs[0]
                    S_warp1[k] = S_part[0]
            T.tvm_storage_sync("warp")
            for k in T.thread_binding(8, thread="threadIdx.x"):
                with T.block("S_fold"):
                    T.reads()
                    T.writes()
                    S_part = T.alloc_buffer((1,), scope="local")
                    S_theirs = T.alloc_buffer((1,), scope="local")
                    S_part[0] = S_warp1[k]
                    S_theirs[0] = S_warp1[T.Select(k % 4 < 1, k + 1, k)]
                    S_part[0] = S_part[0] + S_theirs[0]
                    S_warp0[k] = S_part[0]
            for k in T.thread_binding(8, thread="threadIdx.x"):
                with T.block("S_warp"):
                    T.where(k % 4 == 0)
                    T.reads()
                    T.writes()
                    S_threads[k // 4] = S_warp0[k]
            for k in T.thread_binding(8, thread="threadIdx.x"):
                with T.block("S_warps"):
                    T.reads()
                    T.writes()
                    S_warp1[k] = S_threads[k % 2]
            T.tvm_storage_sync("warp")
            for k in T.thread_binding(8, thread="threadIdx.x"):
                with T.block("S_fold"):
                    T.reads()
                    T.writes()
                    S_part = T.alloc_buffer((1,), scope="local")
                    S_theirs = T.alloc_buffer((1,), scope="local")
                    S_part[0] = S_warp1[k]
                    S_theirs[0] = S_warp1[T.Select(k % 4 < 1, k + 1, k)]
                    S_part[0] = S_part[0] + S_theirs[0]
                    S_warp0[k] = S_part[0]
            for k in T.thread_binding(8, thread="threadIdx.x"):
                with T.block("S"):
                    T.where(k == 0)
                    T.reads()
                    T.writes()
                    S[i] = S_warp0[k]
