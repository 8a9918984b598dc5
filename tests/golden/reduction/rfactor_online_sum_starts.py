# about: a sum that starts with a value, which would count once per part
# inputs: X=integers
# refused: block stat starts with T.float32(1.0), which is not the identity of +
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
                L[vi] = T.float32(1)
            m_new: T.float32 = T.max(M[vi], X[vi, vk])
            l_new: T.float32 = L[vi] * T.exp2(M[vi] - T.max(M[vi], X[vi, vk])) + T.exp2(X[vi, vk] - T.max(M[vi], X[vi, vk]))
            M[vi] = m_new
            L[vi] = l_new


def schedule(sch):
    i, k = sch.get_loops("stat")
    _, lane = sch.split(k, factors=[None, 8])
    partial = sch.rfactor(lane, 1)
