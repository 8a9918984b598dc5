# The init runs where all reduce iters are at the start of their domains.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 3, 5), "float32"), S: T.Buffer((4,), "float32")):
    for i, k, l in T.grid(4, 3, 5):
        with T.block("S"):
            vi, vk, vl = T.axis.remap("SRR", [i, k, l])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk, vl]
# ---
@T.prim_func
def after(A: T.Buffer((4, 3, 5), "float32"), S: T.Buffer((4,), "float32")):
    # with T.block("root"):
    for i, k, l in T.grid(4, 3, 5):
        with T.block("S"):
            vi, vk, vl = T.axis.remap("SRR", [i, k, l])
            T.reads(A[vi, vk, vl])
            T.writes(S[vi])
            if vk == 0 and vl == 0:
                S[vi] = T.float32(0.0)
            S[vi] = S[vi] + A[vi, vk, vl]
