# Each thread begins with the init's value, so loops over threads need nothing before them.
# pipeline: gpu
# bind: n=4, m=0
from tvm.script import tir as T


@T.prim_func
def before(a: T.handle, s: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(a, (n, m), "float32")
    S = T.match_buffer(s, (n,), "float32")
    for i in T.thread_binding(n, thread="blockIdx.x"):
        for k_1 in T.thread_binding(8, thread="threadIdx.x"):
            for k_0 in range((m + 7) // 8):
                with T.block("S"):
                    vi = T.axis.spatial(n, i)
                    vk = T.axis.reduce(m, k_0 * 8 + k_1)
                    T.where(k_0 * 8 + k_1 < m)
                    with T.init():
                        S[vi] = T.float32(0)
                    S[vi] = S[vi] + A[vi, vk]
# ---
# unchanged
