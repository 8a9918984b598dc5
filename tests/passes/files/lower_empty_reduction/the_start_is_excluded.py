# A condition on the loop of the reduction alone may exclude its first iteration; the init runs before the loop then.
# bind: n=4, m=0
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), s: T.handle, m: T.int32):
    n = T.int32()
    S = T.match_buffer(s, (n,), "float32")
    for i, k in T.grid(4, 8):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.where(i < n and k < m)
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
# ---
@T.prim_func
def after(A: T.Buffer((4, 8), "float32"), var_S: T.handle, m: T.int32):
    n = T.int32()
    S = T.match_buffer(var_S, (n,), "float32")
    # with T.block("root"):
    for i in range(4):
        if i < n and m <= 0:
            with T.block("S_init"):
                vi = T.axis.spatial(4, i)
                T.reads()
                T.writes(S[vi])
                S[vi] = T.float32(0.0)
        for k in range(8):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.where(i < n and k < m)
                T.reads(A[vi, vk])
                T.writes(S[vi])
                with T.init():
                    S[vi] = T.float32(0.0)
                S[vi] = S[vi] + A[vi, vk]
