# about: loops and shapes of int64
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((T.int64(45), T.int64(6)), "float32"), C: T.Buffer((T.int64(45), T.int64(6)), "float32")):
    B = T.alloc_buffer((T.int64(45), T.int64(6)), "float32")
    for i, j in T.grid(T.int64(45), T.int64(6)):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] + T.float32(2)
    for i, j in T.grid(T.int64(45), T.int64(6)):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] * B[vi, T.int64(5) - vj]


def schedule(sch):
    i, j = sch.get_loops("B")
    io, ii = sch.split(i, factors=[None, 8])
    sch.reverse_compute_at("C", io)
    a = sch.cache_read("B", 0, "local")
    sch.compute_at(a, io, preserve_unit_loops=True)
    sch.compute_inline(a)
