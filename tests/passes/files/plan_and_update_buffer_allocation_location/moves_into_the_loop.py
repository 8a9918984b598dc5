# Each iteration reads only what it wrote itself: the buffer is allocated inside of the loop.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 8), "float32"), B: T.Buffer((16, 8), "float32")):
    C = T.alloc_buffer((16, 8))
    for i in range(16):
        for j in range(8):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                C[vi, vj] = A[vi, vj] + T.float32(1)
        for j in range(8):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = C[vi, 7 - vj]
# ---
@T.prim_func
def after(A: T.Buffer((16, 8), "float32"), B: T.Buffer((16, 8), "float32")):
    # with T.block("root"):
    for i in range(16):
        with T.block(""):
            T.reads()
            T.writes()
            C = T.alloc_buffer((16, 8))
            for j in range(8):
                with T.block("C"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(A[vi, vj])
                    T.writes(C[vi, vj])
                    C[vi, vj] = A[vi, vj] + T.float32(1.0)
            for j in range(8):
                with T.block("B"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    T.reads(C[vi, 7 - vj])
                    T.writes(B[vi, vj])
                    B[vi, vj] = C[vi, 7 - vj]
