# about: what the named consumers read is in the cache; the copy runs before the first block that is not named, or last
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((32,), "float32"), D: T.Buffer((32,), "float32")):
    for i in range(8):
        for j in range(4):
            with T.block("B"):
                vi = T.axis.spatial(32, i * 4 + j)
                B[vi] = A[vi] + T.float32(1)
        for j in range(4):
            with T.block("C"):
                vi = T.axis.spatial(32, i * 4 + j)
                C[vi] = B[vi] * T.float32(2)
    for i in range(32):
        with T.block("D"):
            vi = T.axis.spatial(32, i)
            D[vi] = B[31 - vi]


def schedule(sch):
    sch.cache_write("B", 0, "local", consumer_blocks=["C"])
    sch.cache_write("C", 0, "global")


@T.prim_func
def expected(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((32,), "float32"), D: T.Buffer((32,), "float32")):
    # with T.block("root"):
    B_local = T.alloc_buffer((32,), scope="local")
    C_global = T.alloc_buffer((32,))
    for i in range(8):
        for j in range(4):
            with T.block("B"):
                vi = T.axis.spatial(32, i * 4 + j)
                T.reads(A[vi])
                T.writes(B_local[vi])
                B_local[vi] = A[vi] + T.float32(1)
        for j in range(4):
            with T.block("C"):
                vi = T.axis.spatial(32, i * 4 + j)
                T.reads(B_local[vi])
                T.writes(C_global[vi])
                C_global[vi] = B_local[vi] * T.float32(2)
    for ax0 in range(32):
        with T.block("B_local"):
            v0 = T.axis.spatial(32, ax0)
            T.reads(B_local[v0])
            T.writes(B[v0])
            B[v0] = B_local[v0]
    for i in range(32):
        with T.block("D"):
            vi = T.axis.spatial(32, i)
            T.reads(B[31 - vi])
            T.writes(D[vi])
            D[vi] = B[31 - vi]
    for ax0 in range(32):
        with T.block("C_global"):
            v0 = T.axis.spatial(32, ax0)
            T.reads(C_global[v0])
            T.writes(C[v0])
            C[v0] = C_global[v0]
