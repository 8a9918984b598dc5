# Maximum of rows, and the sum of powers of two of differences from it, both applied to the rows; all values are exact.
from tvm.script import tir as T


@T.prim_func
def main(X: T.Buffer((5, 14), "float32"), Y: T.Buffer((5, 14), "float32")):
    M = T.alloc_buffer((5,), "float32")
    L = T.alloc_buffer((5,), "float32")
    for i, k in T.grid(5, 14):
        with T.block("M"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                M[vi] = T.min_value("float32")
            M[vi] = T.max(M[vi], X[vi, vk])
    for i, k in T.grid(5, 14):
        with T.block("L"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                L[vi] = T.float32(0)
            L[vi] = L[vi] + T.exp2(X[vi, vk] - M[vi])
    for i, j in T.grid(5, 14):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = T.exp2(X[vi, vj] - M[vi]) * L[vi]
