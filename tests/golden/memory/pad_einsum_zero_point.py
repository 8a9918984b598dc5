# about: integers are finite whatever they are, and an index that is the same everywhere needs no larger buffer
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((5, 7), "int8"), B: T.Buffer((7, 6), "int8"), z: T.Buffer((1,), "int8"), C: T.Buffer((5, 6), "int32")):
    for i, j, k in T.grid(5, 6, 7):
        with T.block("C"):
            vi, vj, vk = T.axis.remap("SSR", [i, j, k])
            with T.init():
                C[vi, vj] = 0
            C[vi, vj] = C[vi, vj] + (T.Cast("int32", A[vi, vk]) - T.Cast("int32", z[0])) * T.Cast("int32", B[vk, vj])


def schedule(sch):
    sch.pad_einsum("C", [4, 4, 4])
