# about: no such buffer
# refused: block tr has no read buffer 3; it reads 0 (A)
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((28, 20), "float32"), B: T.Buffer((20, 28), "float32")):
    for i, j in T.grid(20, 28):
        with T.block("tr"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]


def schedule(sch):
    sch.read_at("i", "tr", 3, "shared")
