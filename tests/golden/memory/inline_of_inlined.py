# about: each step reads three neighbours: after four of them one expression has 243 reads of 11 elements
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((40,), "float32"), O: T.Buffer((30,), "float32")):
    B0 = T.alloc_buffer((38,), "float32")
    B1 = T.alloc_buffer((36,), "float32")
    B2 = T.alloc_buffer((34,), "float32")
    B3 = T.alloc_buffer((32,), "float32")
    for i in range(38):
        with T.block("B0"):
            v = T.axis.spatial(38, i)
            B0[v] = A[v] - A[v + 1] + A[v + 2]
    for i in range(36):
        with T.block("B1"):
            v = T.axis.spatial(36, i)
            B1[v] = B0[v] - B0[v + 1] + B0[v + 2]
    for i in range(34):
        with T.block("B2"):
            v = T.axis.spatial(34, i)
            B2[v] = B1[v] - B1[v + 1] + B1[v + 2]
    for i in range(32):
        with T.block("B3"):
            v = T.axis.spatial(32, i)
            B3[v] = B2[v] - B2[v + 1] + B2[v + 2]
    for i in range(30):
        with T.block("O"):
            v = T.axis.spatial(30, i)
            O[v] = B3[v] - B3[v + 1] + B3[v + 2]


def schedule(sch):
    for name in ["B0", "B1", "B2", "B3"]:
        sch.compute_inline(name)
    io, ii = sch.split("i", factors=[None, 8])
    sch.parallel(io)
    sch.vectorize(ii)
