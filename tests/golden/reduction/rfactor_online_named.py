# about: the sum uses the name of the new maximum; the loops of the reduction are exchanged
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
                M[vi] = T.min_value("float32")
                L[vi] = T.float32(0)
            m_new: T.float32 = T.max(M[vi], X[vi, vk])
            l_new: T.float32 = L[vi] * T.exp2(M[vi] - m_new) + T.exp2(X[vi, vk] - m_new)
            M[vi] = m_new
            L[vi] = l_new


def schedule(sch):
    i, k = sch.get_loops("stat")
    ko, ki = sch.split(k, factors=[5, None])
    sch.reorder(ki, ko)
    sch.rfactor(ki, 0)
