# refused: the size n could no longer be read from the shape of a parameter
# bind: n=13
from tvm.script import tir as T


@T.prim_func
def before(a: T.handle, C: T.Buffer((16,), "int32")):
    n = T.int32()
    A = T.match_buffer(a, (n,), "int32")
    for i in range(16):
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = A[T.min(vi, n - 1)]


def schedule(sch):
    sch.transform_layout("C", ("read", 0), lambda i: (i // 4, i % 4), assume_injective_transform=True)
