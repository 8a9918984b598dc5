# about: the size of the buffer is a product of symbols, which no exact analysis covers
# bind: n=5, m=6
from tvm.script import tir as T


@T.prim_func
def before(a: T.handle, c: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(a, (n, m), "float32")
    C = T.match_buffer(c, (n, m), "float32")
    B = T.alloc_buffer((n * m,), "float32")
    for i, j in T.grid(n, m):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi * m + vj] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(n, m):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi * m + vj] + T.float32(1)


def schedule(sch):
    i, j = sch.get_loops("C")
    sch.compute_at("B", i)
