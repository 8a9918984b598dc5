# about: rows and columns known at run time
# bind: n=5, m=21
from tvm.script import tir as T


@T.prim_func
def before(a: T.handle, s: T.handle):
    n, m = T.int32(), T.int32()
    A = T.match_buffer(a, (n, m), "float32")
    S = T.match_buffer(s, (n,), "float32")
    for i, k in T.grid(n, m):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = T.float32(0)
            S[vi] = S[vi] + A[vi, vk]


def schedule(sch):
    i, k = sch.get_loops("S")
    ko, ki = sch.split(k, [None, 8])
    sch.rfactor(ki, 1)
