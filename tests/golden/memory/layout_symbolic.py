# bind: n=13
from tvm.script import tir as T


@T.prim_func
def before(a: T.handle, c: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n, 8), "int32")
    C = T.match_buffer(c, (n, 8), "int32")
    B = T.alloc_buffer((n, 8), "int32")
    for i, j in T.grid(n, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + 1
    for i, j in T.grid(n, 8):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] * B[vi, 7 - vj]


def schedule(sch):
    sch.transform_layout("B", "B", lambda i, j: (j // 4, i, j % 4))
