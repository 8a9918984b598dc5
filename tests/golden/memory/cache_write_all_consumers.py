# about: every reader is named: the copy runs at the end
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((32,), "float32"), D: T.Buffer((32,), "float32")):
    for i in range(32):
        with T.block("B"):
            vi = T.axis.spatial(32, i)
            B[vi] = A[vi] + T.float32(1)
    for i in range(32):
        with T.block("C"):
            vi = T.axis.spatial(32, i)
            C[vi] = B[vi] * T.float32(2)
    for i in range(32):
        with T.block("D"):
            vi = T.axis.spatial(32, i)
            D[vi] = B[31 - vi]


def schedule(sch):
    sch.cache_write("B", "B", "shared", consumer_blocks=["C", "D"])


@T.prim_func
def expected(A: T.Buffer((32,), "float32"), B: T.Buffer((32,), "float32"), C: T.Buffer((32,), "float32"), D: T.Buffer((32,), "float32")):
    # with T.block("root"):
    B_shared = T.alloc_buffer((32,), scope="shared")
    for i in range(32):
        with T.block("B"):
            vi = T.axis.spatial(32, i)
            T.reads(A[vi])
            T.writes(B_shared[vi])
            B_shared[vi] = A[vi] + T.float32(1)
    for i in range(32):
        with T.block("C"):
            vi = T.axis.spatial(32, i)
            T.reads(B_shared[vi])
            T.writes(C[vi])
            C[vi] = B_shared[vi] * T.float32(2)
    for i in range(32):
        with T.block("D"):
            vi = T.axis.spatial(32, i)
            T.reads(B_shared[31 - vi])
            T.writes(D[vi])
            D[vi] = B_shared[31 - vi]
    for ax0 in range(32):
        with T.block("B_shared"):
            v0 = T.axis.spatial(32, ax0)
            T.reads(B_shared[v0])
            T.writes(B[v0])
            B[v0] = B_shared[v0]
