# about: one loop drives both kinds of axes
# refused: a spatial variable and a reduction variable of block S are bound to loop i_k_fused
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 50), "float32"), S: T.Buffer((6,), "float32")):
    for i, k in T.grid(6, 50):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    f = sch.fuse("i", "k")
    sch.rfactor(f, 0)
