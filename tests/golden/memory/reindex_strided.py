from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((40,), "int32"), C: T.Buffer((12,), "int32")):
    B = T.alloc_buffer((40,), "int32")
    for i in range(40):
        with T.block("B"):
            vi = T.axis.spatial(40, i)
            B[vi] = A[vi] - 1
    for i in range(12):
        with T.block("C"):
            vi = T.axis.spatial(12, i)
            C[vi] = B[vi * 3 + 2]


def schedule(sch):
    sch.reindex("C", "B")
    sch.reindex("B", ("write", 0))
