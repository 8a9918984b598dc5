# Threads combine maxima and sums of powers of two: each sum is a weight of the other thread's.
# warp: 4
# inputs: X=-8..8
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((2, 4), "float32"), M: T.Buffer((2,), "float32"), L: T.Buffer((2,), "float32")):
    for i in T.thread_binding(2, thread="blockIdx.x"):
        for k in T.thread_binding(4, thread="threadIdx.x"):
            with T.block("stat"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    M[vi] = T.min_value("float32")
                    L[vi] = T.float32(0)
                m: T.float32 = T.max(M[vi], X[vi, vk])
                l: T.float32 = L[vi] * T.exp2(M[vi] - m) + T.exp2(X[vi, vk] - m)
                M[vi] = m
                L[vi] = l
# ---
@T.prim_func
def after(X: T.Buffer((2, 4), "float32"), M: T.Buffer((2,), "float32"), L: T.Buffer((2,), "float32")):
    # with T.block("root"):
    for i in T.thread_binding(2, thread="blockIdx.x"):
        with T.block(""):
            T.reads()
            T.writes()
            M_warp0 = T.alloc_buffer((4,), scope="warp")
            L_warp0 = T.alloc_buffer((4,), scope="warp")
            M_warp1 = T.alloc_buffer((4,), scope="warp")
            L_warp1 = T.alloc_buffer((4,), scope="warp")
            for k in T.thread_binding(4, thread="threadIdx.x"):
                with T.block("stat_part"):
                    T.reads()
                    T.writes()
                    M_part = T.alloc_buffer((1,), scope="local")
                    L_part = T.alloc_buffer((1,), scope="local")
                    M_part[0] = T.float32(-340282346638528859811704183484516925440.0)
                    L_part[0] = T.float32(0.0)
                    with T.block("stat"):
                        vi, vk = T.axis.remap("SR", [i, k])
                        T.reads(X[vi, vk], M_part[0], L_part[0])
                        T.writes(M_part[0], L_part[0])
                        m: T.float32 = T.max(M_part[0], X[vi, vk])
                        l: T.float32 = L_part[0] * T.exp2(M_part[0] - T.max(M_part[0], X[vi, vk])) + T.exp2(X[vi, vk] - T.max(M_part[0], X[vi, vk]))
                        M_part[0] = m
                        L_part[0] = l
                    M_warp0[k] = M_part[0]
                    L_warp0[k] = L_part[0]
            T.tvm_storage_sync("warp")
            for k in T.thread_binding(4, thread="threadIdx.x"):
                with T.block("stat_fold"):
                    T.reads()
                    T.writes()
                    M_part = T.alloc_buffer((1,), scope="local")
                    L_part = T.alloc_buffer((1,), scope="local")
                    M_theirs = T.alloc_buffer((1,), scope="local")
                    L_theirs = T.alloc_buffer((1,), scope="local")
                    M_part[0] = M_warp0[k]
                    L_part[0] = L_warp0[k]
                    M_theirs[0] = M_warp0[T.Select(k % 4 < 2, k + 2, k)]
                    L_theirs[0] = L_warp0[T.Select(k % 4 < 2, k + 2, k)]
                    with T.LetStmt(T.max(M_part[0], M_theirs[0])) as m:
                        l: T.float32 = L_part[0] * T.exp2(M_part[0] - T.max(M_part[0], M_theirs[0])) + L_theirs[0] * T.exp2(M_theirs[0] - T.max(M_part[0], M_theirs[0]))
                        M_part[0] = m
                        L_part[0] = l
                    M_warp1[k] = M_part[0]
                    L_warp1[k] = L_part[0]
            T.tvm_storage_sync("warp")
            for k in T.thread_binding(4, thread="threadIdx.x"):
                with T.block("stat_fold"):
                    T.reads()
                    T.writes()
                    M_part = T.alloc_buffer((1,), scope="local")
                    L_part = T.alloc_buffer((1,), scope="local")
                    M_theirs = T.alloc_buffer((1,), scope="local")
                    L_theirs = T.alloc_buffer((1,), scope="local")
                    M_part[0] = M_warp1[k]
                    L_part[0] = L_warp1[k]
                    M_theirs[0] = M_warp1[T.Select(k % 4 < 1, k + 1, k)]
                    L_theirs[0] = L_warp1[T.Select(k % 4 < 1, k + 1, k)]
                    with T.LetStmt(T.max(M_part[0], M_theirs[0])) as m:
                        l: T.float32 = L_part[0] * T.exp2(M_part[0] - T.max(M_part[0], M_theirs[0])) + L_theirs[0] * T.exp2(M_theirs[0] - T.max(M_part[0], M_theirs[0]))
                        M_part[0] = m
                        L_part[0] = l
                    M_warp0[k] = M_part[0]
                    L_warp0[k] = L_part[0]
            for k in T.thread_binding(4, thread="threadIdx.x"):
                with T.block("stat"):
                    T.where(k == 0)
                    T.reads()
                    T.writes()
                    M[i] = M_warp0[k]
                    L[i] = L_warp0[k]
