# about: the block writes a part of the buffer: the cache holds that part
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((40,), "float32")):
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            B[vi + 8] = A[vi] * A[vi]


def schedule(sch):
    sch.cache_write("B", 0, "local")


@T.prim_func
def expected(A: T.Buffer((16,), "float32"), B: T.Buffer((40,), "float32")):
    # with T.block("root"):
    B_local = T.alloc_buffer((16,), scope="local")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi])
            T.writes(B_local[vi])
            B_local[vi] = A[vi] * A[vi]
    for ax0 in range(16):
        with T.block("B_local"):
            v0 = T.axis.spatial(16, ax0)
            T.reads(B_local[v0])
            T.writes(B[8 + v0])
            B[8 + v0] = B_local[v0]
