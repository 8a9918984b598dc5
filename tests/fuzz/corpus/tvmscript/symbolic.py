# Sizes that are known when the kernel is called.
# bind: n=11, m=7
from tvm.script import tir as T


@T.prim_func
def main(a: T.handle, b: T.handle, c: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(a, (n, m), "int32")
    B = T.match_buffer(b, (m,), "int32")
    C = T.match_buffer(c, (n,), "int32")
    H = T.alloc_buffer((n, m), "int32")
    for i, j in T.grid(n, m):
        with T.block("H"):
            vi, vj = T.axis.remap("SS", [i, j])
            H[vi, vj] = A[vi, vj] + B[vj]
    for i, k in T.grid(n, m):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = 0
            C[vi] = C[vi] + H[vi, vk]
