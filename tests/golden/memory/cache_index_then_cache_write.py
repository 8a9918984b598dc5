from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((11, 13), "int32"), B: T.Buffer((13, 11), "int32")):
    for i, j in T.grid(13, 11):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, 12 - vi]


def schedule(sch):
    (table,) = sch.cache_index("B", "global", 0)
    sch.cache_write(table, 0, "global")
    sch.cache_read("B", 0, "global")
