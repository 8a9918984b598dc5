# Maximum and sum of powers in one pass, with a row of values as weights; powers of two are summed exactly.
from tvm.script import tir as T


@T.prim_func
def main(X: T.Buffer((5, 14), "float32"), V: T.Buffer((14,), "float32"), M: T.Buffer((5,), "float32"), L: T.Buffer((5,), "float32"), A: T.Buffer((5,), "float32")):
    for i, k in T.grid(5, 14):
        with T.block("rows"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = T.min_value("float32")
                L[vi] = T.float32(0)
                A[vi] = T.float32(0)
            m: T.float32 = T.max(M[vi], X[vi, vk])
            l: T.float32 = L[vi] * T.exp2(M[vi] - m) + T.exp2(X[vi, vk] - m)
            a: T.float32 = A[vi] * T.exp2(M[vi] - m) + V[vk] * T.exp2(X[vi, vk] - m)
            M[vi] = m
            L[vi] = l
            A[vi] = a
