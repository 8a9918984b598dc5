# about: a loop of another nest
# refused: loop c does not contain block tr
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((28, 20), "float32"), B: T.Buffer((20, 28), "float32"), C: T.Buffer((20,), "float32")):
    for i, j in T.grid(20, 28):
        with T.block("tr"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vj, vi]

    for c in range(20):
        with T.block("C"):
            vc = T.axis.spatial(20, c)
            C[vc] = T.float32(1)


def schedule(sch):
    sch.read_at("c", "tr", 0, "shared")
