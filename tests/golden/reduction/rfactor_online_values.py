# about: maximum, sum and weighted sums of values in one pass over keys, as in flash attention, in parts of four keys
# inputs: S=integers, V=integers
from tvm.script import tir as T


@T.prim_func
def before(S: T.Buffer((3, 18), "float32"), V: T.Buffer((18, 5), "float32"), M: T.Buffer((3, 5), "float32"), L: T.Buffer((3, 5), "float32"), A: T.Buffer((3, 5), "float32")):
    for i, d, k in T.grid(3, 5, 18):
        with T.block("pass"):
            vi, vd, vk = T.axis.remap("SSR", [i, d, k])
            T.reads(S[vi, vk], V[vk, vd])
            T.writes(M[vi, vd], L[vi, vd], A[vi, vd])
            with T.init():
                M[vi, vd] = T.min_value("float32")
                L[vi, vd] = T.float32(0)
                A[vi, vd] = T.float32(0)
            m: T.float32 = T.max(M[vi, vd], S[vi, vk])
            l: T.float32 = L[vi, vd] * T.exp2(M[vi, vd] - m) + T.exp2(S[vi, vk] - m)
            a: T.float32 = A[vi, vd] * T.exp2(M[vi, vd] - m) + T.exp2(S[vi, vk] - m) * V[vk, vd]
            M[vi, vd] = m
            L[vi, vd] = l
            A[vi, vd] = a


def schedule(sch):
    i, d, k = sch.get_loops("pass")
    part, key = sch.split(k, factors=[None, 4])
    sch.reorder(part, i, key, d)
    partial = sch.rfactor(part, 0)
    sch.parallel(sch.get_loops(partial)[0])
