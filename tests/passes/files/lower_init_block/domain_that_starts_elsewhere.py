# The guard compares with the start of the domain, which need not be 0.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), S: T.Buffer((4,), "float32")):
    for i, k in T.grid(4, 6):
        with T.block("S"):
            vi = T.axis.spatial(4, i)
            vk = T.axis.reduce((2, 8), k + 2)
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]
# ---
@T.prim_func
def after(A: T.Buffer((4, 8), "float32"), S: T.Buffer((4,), "float32")):
    # with T.block("root"):
    for i, k in T.grid(4, 6):
        with T.block("S"):
            vi = T.axis.spatial(4, i)
            vk = T.axis.reduce((2, 8), k + 2)
            T.reads(A[vi, vk])
            T.writes(S[vi])
            if vk == 2:
                S[vi] = T.float32(0.0)
            S[vi] = S[vi] + A[vi, vk]
