# SiLU(gate) * up of 16 rows of 11008 halves.
from tvm.script import tir as T


@T.prim_func
def silu(G: T.Buffer((16, 11008), "float16"), U: T.Buffer((16, 11008), "float16"), Y: T.Buffer((16, 11008), "float16")):
    T.func_attr({"tir.noalias": True})
    for i, j in T.grid(16, 11008):
        with T.block("silu"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = T.Cast("float16", T.Cast("float32", G[vi, vj]) * T.sigmoid(T.Cast("float32", G[vi, vj])) * T.Cast("float32", U[vi, vj]))
