# about: constants of a given type stand for plain numbers among the arguments of steps
import tvm
from tvm import tir
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 8), "int64"), B: T.Buffer((16, 8), "int64")):
    for i, j in T.grid(16, 8):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = T.max(A[vi, vj], T.int64(-9223372036854775808)) + tir.IntImm("int64", 3)


def schedule(sch):
    i, j = sch.get_loops("B")
    sch.split(i, [None, T.int32(4)])
    sch.split(j, [tvm.tir.IntImm("int32", 2), None])
    sch.cache_read("B", tir.IntImm("int32", 0), "global")
    sch.annotate(sch.get_loops("B")[0], "weight", tir.FloatImm("float32", 0.5))
