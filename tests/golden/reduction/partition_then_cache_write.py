# about: a part of the rows is written to a cache
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 50), "float32"), S: T.Buffer((6, 50), "float32")):
    for i, k in T.grid(6, 50):
        with T.block("S"):
            vi, vk = T.axis.remap("SS", [i, k])
            S[vi, vk] = A[vi, vk] * T.float32(2)


def schedule(sch):
    sch.loop_partition("k", [8, None])
    c = sch.cache_write("S_k0", 0, "global")
    sch.write_at(sch.get_loops("S_k1")[0], "S_k1", 0, "local")
