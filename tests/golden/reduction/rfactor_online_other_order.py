# about: the factors of the products, the terms of the sum and the operands of the maximum in another order
# inputs: X=integers
from tvm.script import tir as T


@T.prim_func
def before(X: T.Buffer((6, 37), "float32"), M: T.Buffer((6,), "float32"), L: T.Buffer((6,), "float32")):
    for i, k in T.grid(6, 37):
        with T.block("stat"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.reads(X[vi, vk])
            T.writes(M[vi], L[vi])
            with T.init():
                M[vi] = T.float32(-1000)
                L[vi] = T.float32(0)
            m_new: T.float32 = T.max(X[vi, vk], M[vi])
            l_new: T.float32 = T.exp2(X[vi, vk] - T.max(X[vi, vk], M[vi])) * T.float32(0.5) + T.exp2(M[vi] - T.max(X[vi, vk], M[vi])) * L[vi]
            M[vi] = m_new
            L[vi] = l_new


def schedule(sch):
    i, k = sch.get_loops("stat")
    _, lane = sch.split(k, factors=[None, 8])
    partial = sch.rfactor(lane, 1)
