# about: the second part of a sum has no init to run
# refused: S_k1
# inputs: ids=0..49
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 50), "float32"), S: T.Buffer((6,), "float32"), ids: T.Buffer((50,), "int32")):
    for i, k in T.grid(6, 50):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, ids[vk]]


def schedule(sch):
    a, b = sch.loop_partition("k", [1, None])
    sch.decompose_reduction("S_k1", b)
