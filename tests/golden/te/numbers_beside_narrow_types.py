# te: create_prim_func
# about: a number is int32 or float32 and the wider type wins, so that int8 + 1 is an int32 and float16 / 3.0 a float32
from tvm import te, tir
from tvm.script import tir as T


def build():
    A = te.placeholder((16,), name="A", dtype="int8")
    H = te.placeholder((16,), name="H", dtype="float16")
    B = te.compute((16,), lambda i: A[i] + 1, name="B")
    C = te.compute((16,), lambda i: H[i] / 3.0, name="C")
    D = te.compute((16,), lambda i: H[i] * 2 + A[i], name="D")
    E = te.compute((16,), lambda i: tir.Select(A[i] < 5, A[i], tir.const(5, "int8")), name="E")
    return te.create_prim_func([A, H, B, C, D, E])


def reference(A, H):
    return A.astype("int32") + 1, H.astype("float32") / 3, H * 2 + A.astype("float16"), np.minimum(A, 5)


@T.prim_func
def expected(A: T.Buffer((16,), "int8"), H: T.Buffer((16,), "float16"), B: T.Buffer((16,), "int32"), C: T.Buffer((16,), "float32"), D: T.Buffer((16,), "float16"), E: T.Buffer((16,), "int8")):
    T.func_attr({"tir.noalias": True})
    # with T.block("root"):
    for i in range(16):
        with T.block("B"):
            v_i = T.axis.spatial(16, i)
            T.reads(A[v_i])
            T.writes(B[v_i])
            B[v_i] = T.Cast("int32", A[v_i]) + 1
    for i in range(16):
        with T.block("C"):
            v_i = T.axis.spatial(16, i)
            T.reads(H[v_i])
            T.writes(C[v_i])
            C[v_i] = T.Cast("float32", H[v_i]) / T.float32(3.0)
    for i in range(16):
        with T.block("D"):
            v_i = T.axis.spatial(16, i)
            T.reads(H[v_i], A[v_i])
            T.writes(D[v_i])
            D[v_i] = H[v_i] * T.float16(2.0) + T.Cast("float16", A[v_i])
    for i in range(16):
        with T.block("E"):
            v_i = T.axis.spatial(16, i)
            T.reads(A[v_i])
            T.writes(E[v_i])
            E[v_i] = T.Select(T.Cast("int32", A[v_i]) < 5, A[v_i], T.int8(5))
