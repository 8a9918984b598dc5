# about: inside of a block of tiles, the cache of a result holds one tile
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((24, 40), "float32"), B: T.Buffer((24,), "float32")):
    for i_0 in range(3):
        with T.block("rows"):
            v = T.axis.spatial(3, i_0)
            T.reads(A[v * 8:v * 8 + 8, 0:40])
            T.writes(B[v * 8:v * 8 + 8])
            for i_1, j in T.grid(8, 40):
                with T.block("B"):
                    vi, vj = T.axis.remap("SR", [i_1, j])
                    T.reads(A[v * 8 + vi, vj])
                    T.writes(B[v * 8 + vi])
                    with T.init():
                        B[v * 8 + vi] = T.float32(0)
                    B[v * 8 + vi] = B[v * 8 + vi] + A[v * 8 + vi, vj]


def schedule(sch):
    sch.cache_write("B", 0, "local")


@T.prim_func
def expected(A: T.Buffer((24, 40), "float32"), B: T.Buffer((24,), "float32")):
    # with T.block("root"):
    for i_0 in range(3):
        with T.block("rows"):
            v = T.axis.spatial(3, i_0)
            T.reads(A[v * 8:v * 8 + 8, 0:40])
            T.writes(B[v * 8:v * 8 + 8])
            B_local = T.alloc_buffer((8,), scope="local")
            for i_1, j in T.grid(8, 40):
                with T.block("B"):
                    vi, vj = T.axis.remap("SR", [i_1, j])
                    T.reads(A[v * 8 + vi, vj])
                    T.writes(B_local[vi])
                    with T.init():
                        B_local[vi] = T.float32(0)
                    B_local[vi] = B_local[vi] + A[v * 8 + vi, vj]
            for ax0 in range(8):
                with T.block("B_local"):
                    v0 = T.axis.spatial(8, ax0)
                    T.reads(B_local[v0])
                    T.writes(B[v * 8 + v0])
                    B[v * 8 + v0] = B_local[v0]
