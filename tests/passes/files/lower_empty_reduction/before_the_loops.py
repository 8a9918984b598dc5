# A size of 0 leaves the init to a nest before the loop of the reduction.
# bind: n=4, m=0
from tvm.script import tir as T


@T.prim_func
def before(a: T.handle, s: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(a, (n, m), "float32")
    S = T.match_buffer(s, (n,), "float32")
    for i, k in T.grid(n, m):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
# ---
@T.prim_func
def after(var_A: T.handle, var_S: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(var_A, (n, m), "float32")
    S = T.match_buffer(var_S, (n,), "float32")
    # with T.block("root"):
    for i in range(n):
        if m <= 0:
            with T.block("S_init"):
                vi = T.axis.spatial(n, i)
                T.reads()
                T.writes(S[vi])
                S[vi] = T.float32(0.0)
        for k in range(m):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(S[vi])
                with T.init():
                    S[vi] = T.float32(0.0)
                S[vi] = S[vi] + A[vi, vk]
