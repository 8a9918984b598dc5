# Each thread puts its part in shared memory; a tree of steps combines them, and one thread writes the result.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 6), "float32"), S: T.Buffer((4,), "float32")):
    for i in T.thread_binding(4, thread="blockIdx.x"):
        for k in T.thread_binding(6, thread="threadIdx.x"):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk]
# ---
@T.prim_func
def after(A: T.Buffer((4, 6), "float32"), S: T.Buffer((4,), "float32")):
    # with T.block("root"):
    for i in T.thread_binding(4, thread="blockIdx.x"):
        with T.block(""):
            T.reads()
            T.writes()
            S_threads = T.alloc_buffer((6,), scope="shared")
            for k in T.thread_binding(6, thread="threadIdx.x"):
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
                    S_threads[k] = S_part[0]
            for k in T.thread_binding(6, thread="threadIdx.x"):
                with T.block("S_combine"):
                    T.where(k < 4 and k + 4 < 6)
                    T.reads()
                    T.writes()
                    S_threads[k] = S_threads[k] + S_threads[k + 4]
            for k in T.thread_binding(6, thread="threadIdx.x"):
                with T.block("S_combine"):
                    T.where(k < 2)
                    T.reads()
                    T.writes()
                    S_threads[k] = S_threads[k] + S_threads[k + 2]
            for k in T.thread_binding(6, thread="threadIdx.x"):
                with T.block("S_combine"):
                    T.where(k < 1)
                    T.reads()
                    T.writes()
                    S_threads[k] = S_threads[k] + S_threads[k + 1]
            for k in T.thread_binding(6, thread="threadIdx.x"):
                with T.block("S"):
                    T.where(k == 0)
                    T.reads()
                    T.writes()
                    S[i] = S_threads[0]
