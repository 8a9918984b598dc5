# te: create_prim_func
# about: constants of a given type: IntImm, FloatImm, tir.const, T.int64 and their like, as sizes, indices, factors and conversions
from tvm import te, tir
import tvm
from tvm.script import tir as T

N = tir.IntImm("int64", 12)


def build():
    A = te.placeholder((N, T.int64(8)), name="A", dtype="float16")
    B = te.compute((N, tvm.tir.IntImm("int64", 4)), lambda i, j: A[i, j * T.int64(2)] * tir.FloatImm("float16", 0.5) + tir.const(1, "float16"), name="B")
    C = te.compute((N,), lambda i: B[i, tir.const(3, "int64")].astype("float32") + T.float32(2) * T.float32(i), name="C")
    return te.create_prim_func([A, C])


def reference(A):
    i = np.arange(12)
    return (A[:, 6] * np.float16(0.5) + np.float16(1)).astype("float32") + 2 * i.astype("float32")


@T.prim_func
def expected(A: T.Buffer((T.int64(12), T.int64(8)), "float16"), C: T.Buffer((T.int64(12),), "float32")):
    T.func_attr({"tir.noalias": True})
    # with T.block("root"):
    B = T.alloc_buffer((T.int64(12), T.int64(4)), "float16")
    for i, j in T.grid(T.int64(12), T.int64(4)):
        with T.block("B"):
            v_i, v_j = T.axis.remap("SS", [i, j])
            T.reads(A[v_i, v_j * T.int64(2)])
            T.writes(B[v_i, v_j])
            B[v_i, v_j] = A[v_i, v_j * T.int64(2)] * T.float16(0.5) + T.float16(1)
    for i in range(T.int64(12)):
        with T.block("C"):
            v_i = T.axis.spatial(T.int64(12), i)
            T.reads(B[v_i, T.int64(3)])
            T.writes(C[v_i])
            C[v_i] = T.Cast("float32", B[v_i, T.int64(3)]) + T.float32(2) * T.Cast("float32", v_i)
