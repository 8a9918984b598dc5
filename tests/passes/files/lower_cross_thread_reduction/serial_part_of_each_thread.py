# A serial loop of the reduction is run by each thread for its own part.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 6), "float32"), S: T.Buffer((4,), "float32")):
    for i in T.thread_binding(4, thread="blockIdx.x"):
        for k_0 in range(3):
            for k_1 in T.thread_binding(2, thread="threadIdx.y"):
                with T.block("S"):
                    vi = T.axis.spatial(4, i)
                    vk = T.axis.reduce(6, k_0 * 2 + k_1)
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
            S_threads = T.alloc_buffer((2,), scope="shared")
            for k_1 in T.thread_binding(2, thread="threadIdx.y"):
                with T.block("S_part"):
                    T.reads()
                    T.writes()
                    S_part = T.alloc_buffer((1,), scope="local")
                    S_part[0] = T.float32(0.0)
                    for k_0 in range(3):
                        with T.block("S"):
                            vi = T.axis.spatial(4, i)
                            vk = T.axis.reduce(6, k_0 * 2 + k_1)
                            T.reads(A[vi, vk], S_part[0])
                            T.writes(S_part[0])
                            S_part[0] = S_part[0] + A[vi, vk]
                    S_threads[k_1] = S_part[0]
            for k_1 in T.thread_binding(2, thread="threadIdx.y"):
                with T.block("S_combine"):
                    T.where(k_1 < 1)
                    T.reads()
                    T.writes()
                    S_threads[k_1] = S_threads[k_1] + S_threads[k_1 + 1]
            for k_1 in T.thread_binding(2, thread="threadIdx.y"):
                with T.block("S"):
                    T.where(k_1 == 0)
                    T.reads()
                    T.writes()
                    S[i] = S_threads[0]
