from tvm.script import tir as T
from tvm.tir import TensorIntrin


@T.prim_func
def add8_desc(a: T.handle, b: T.handle, c: T.handle):
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
def add8_impl(a: T.handle, b: T.handle, c: T.handle):
    A = T.match_buffer(a, (8,), "float32", offset_factor=1)
    B = T.match_buffer(b, (8,), "float32", offset_factor=1)
    C = T.match_buffer(c, (8,), "float32", offset_factor=1)
    with T.block("root"):
        T.reads(A[0:8], B[0:8])
        T.writes(C[0:8])
        for i in T.vectorized(8):
            C[i] = A[i] + B[i]


TensorIntrin.register("add8", add8_desc, add8_impl)


@T.prim_func
def intrinsic(X: T.Buffer((16, 64), "float32"), W: T.Buffer((16, 64), "float32"), Y: T.Buffer((16, 64), "float32")):
    for i, j in T.grid(16, 64):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = X[vi, vj] + W[vi, vj]
