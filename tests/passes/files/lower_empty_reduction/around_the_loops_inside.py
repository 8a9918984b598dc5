# The loops of the elements that are inside are copied; the extent that may be negative and the guard stay.
# bind: n=9, m=2
from tvm.script import tir as T


@T.prim_func
def before(a: T.handle, s: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(a, (n, m), "float32")
    S = T.match_buffer(s, (n,), "float32")
    for k, i_0, i_1 in T.grid(m - 4, (n + 3) // 4, 4):
        with T.block("S"):
            vi = T.axis.spatial(n, i_0 * 4 + i_1)
            vk = T.axis.reduce(m - 4, k)
            T.where(i_0 * 4 + i_1 < n)
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk + 4]
# ---
@T.prim_func
def after(var_A: T.handle, var_S: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(var_A, (n, m), "float32")
    S = T.match_buffer(var_S, (n,), "float32")
    # with T.block("root"):
    if m <= 4:
        for i_0, i_1 in T.grid((n + 3) // 4, 4):
            with T.block("S_init"):
                vi = T.axis.spatial(n, i_0 * 4 + i_1)
                T.where(i_0 * 4 + i_1 < n)
                T.reads()
                T.writes(S[vi])
                S[vi] = T.float32(0.0)
    for k, i_0, i_1 in T.grid(m - 4, (n + 3) // 4, 4):
        with T.block("S"):
            vi = T.axis.spatial(n, i_0 * 4 + i_1)
            vk = T.axis.reduce(m - 4, k)
            T.where(i_0 * 4 + i_1 < n)
            T.reads(A[vi, vk + 4])
            T.writes(S[vi])
            with T.init():
                S[vi] = T.float32(0.0)
            S[vi] = S[vi] + A[vi, vk + 4]
