# about: a fraction beside a float16 is a float32, which the division is computed in; an integer beside it is a float16
from tvm.script import tir as T


@T.prim_func
def before(H: T.Buffer((16,), "float16"), F: T.Buffer((16,), "float32"), G: T.Buffer((16,), "float16"), K: T.Buffer((16,), "float16")):
    for i in range(16):
        with T.block("F"):
            vi = T.axis.spatial(16, i)
            F[vi] = H[vi] / 3.0
            G[vi] = H[vi] / 3.0
            K[vi] = H[vi] / 3


@T.prim_func
def expected(H: T.Buffer((16,), "float16"), F: T.Buffer((16,), "float32"), G: T.Buffer((16,), "float16"), K: T.Buffer((16,), "float16")):
    # with T.block("root"):
    for i in range(16):
        with T.block("F"):
            vi = T.axis.spatial(16, i)
            T.reads(H[vi])
            T.writes(F[vi], G[vi], K[vi])
            F[vi] = T.Cast("float32", H[vi]) / T.float32(3.0)
            G[vi] = T.Cast("float16", T.Cast("float32", H[vi]) / T.float32(3.0))
            K[vi] = H[vi] / T.float16(3.0)
