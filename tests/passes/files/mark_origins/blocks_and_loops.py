# Every statement gets the innermost loop and block around it; an init belongs to its block.
# show: origins
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 8), "float32"), S: T.Buffer((4,), "float32"), D: T.Buffer((4,), "float32")):
    for i in range(4):
        for k in range(8):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk]
        with T.block("D"):
            vi = T.axis.spatial(4, i)
            D[vi] = S[vi] * T.float32(2)
# ---
@T.prim_func
def after(A: T.Buffer((4, 8), "float32"), S: T.Buffer((4,), "float32"), D: T.Buffer((4,), "float32")):
    # with T.block("root"):
    for i in range(4):
        for k in range(8):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(S[vi])
                with T.init():
                    S[vi] = T.float32(0.0)
                S[vi] = S[vi] + A[vi, vk]
        with T.block("D"):
            vi = T.axis.spatial(4, i)
            T.reads(S[vi])
            T.writes(D[vi])
            D[vi] = S[vi] * T.float32(2.0)

# S[vi] = T.float32(0.0): block S, loop k
# S[vi] = S[vi] + A[vi, vk]: block S, loop k
# D[vi] = S[vi] * T.float32(2.0): block D, loop i
