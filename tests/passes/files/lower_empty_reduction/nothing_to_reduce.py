# A loop that never runs is replaced by the init.
# pipeline: gpu
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 0), "float32"), S: T.Buffer((4,), "float32")):
    for i in T.thread_binding(4, thread="blockIdx.x"):
        for k in T.thread_binding(0, thread="threadIdx.x"):
            with T.block("S"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    S[vi] = T.float32(0)
                S[vi] = S[vi] + A[vi, vk]
# ---
@T.prim_func
def after(A: T.Buffer((4, 0), "float32"), S: T.Buffer((4,), "float32")):
    # with T.block("root"):
    for i in T.thread_binding(4, thread="blockIdx.x"):
        with T.block("S_init"):
            vi = T.axis.spatial(4, i)
            T.reads()
            T.writes(S[vi])
            S[vi] = T.float32(0.0)
