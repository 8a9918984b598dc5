# about: guards of blocks inside of the reader say how much of the input is read; all that read it count
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((20, 30), "float32"), B: T.Buffer((20, 30), "float32")):
    for i, j in T.grid(20, 30):
        with T.block("row"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vi, vj])
            T.writes(B[vi, vj])
            with T.block("left"):
                T.where(vi < 12 and vj < 7)
                B[vi, vj] = A[vi, vj] * T.float32(2)
            with T.block("top"):
                T.where(vi < 5 and vj >= 7 and vj < 16)
                B[vi, vj] = A[vi, vj] * T.float32(3)


def schedule(sch):
    sch.cache_read("row", 0, "local")


@T.prim_func
def expected(A: T.Buffer((20, 30), "float32"), B: T.Buffer((20, 30), "float32")):
    # with T.block("root"):
    A_local = T.alloc_buffer((12, 16), scope="local")
    for ax0, ax1 in T.grid(12, 16):
        with T.block("A_local"):
            v0, v1 = T.axis.remap("SS", [ax0, ax1])
            T.reads(A[v0, v1])
            T.writes(A_local[v0, v1])
            A_local[v0, v1] = A[v0, v1]
    for i, j in T.grid(20, 30):
        with T.block("row"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A_local[vi, vj])
            T.writes(B[vi, vj])
            with T.block("left"):
                T.where(vi < 12 and vj < 7)
                T.reads(A_local[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A_local[vi, vj] * T.float32(2)
            with T.block("top"):
                T.where(vi < 5 and vj >= 7 and vj < 16)
                T.reads(A_local[vi, vj])
                T.writes(B[vi, vj])
                B[vi, vj] = A_local[vi, vj] * T.float32(3)
