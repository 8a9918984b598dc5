# Iters of an outer block are replaced in the bindings of the blocks inside.
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in range(4):
        with T.block("outer"):
            vi = T.axis.spatial(4, i)
            for j in range(4):
                with T.block("B"):
                    v = T.axis.spatial(16, vi * 4 + j)
                    B[v] = A[v]
# ---
@T.prim_func
def after(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    # with T.block("root"):
    for i in range(4):
        with T.block("outer"):
            T.reads(A[i * 4:i * 4 + 4])
            T.writes(B[i * 4:i * 4 + 4])
            for j in range(4):
                with T.block("B"):
                    T.reads(A[i * 4 + j])
                    T.writes(B[i * 4 + j])
                    B[i * 4 + j] = A[i * 4 + j]
