# about: the intrinsic adds, the block subtracts
# intrin: unit
# refused: expected C[vi] = A[vi] + B[vi], found Y[
from tvm.script import tir as T


@T.prim_func
def desc(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (8,), "float32", offset_factor=1)
    B = T.match_buffer(b, (8,), "float32", offset_factor=1)
    C = T.match_buffer(c, (8,), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(A[0:8], B[0:8])
        T.writes(C[0:8])
        for i in range(8):
            with T.block("add"):
                vi = T.axis.spatial(8, i)
                C[vi] = A[vi] + B[vi]


@T.prim_func
def impl(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (8,), "float32", offset_factor=1)
    B = T.match_buffer(b, (8,), "float32", offset_factor=1)
    C = T.match_buffer(c, (8,), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(A[0:8], B[0:8])
        T.writes(C[0:8])
        for i in T.vectorized(8):
            C[i] = A[i] + B[i]


@T.prim_func
def before(X: T.Buffer((6, 32), "float32"), W: T.Buffer((6, 32), "float32"), Y: T.Buffer((6, 32), "float32")):
    for i, j in T.grid(6, 32):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = W[vi, vj] - X[vi, vj]


def schedule(sch):
    jo, ji = sch.split("j", [None, 8])
    sch.tensorize(ji, "unit")
