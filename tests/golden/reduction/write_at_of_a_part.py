# about: an iteration writes every second element
# refused: a tile of B per iteration of loop o changes the results
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8,), "int32"), B: T.Buffer((16,), "int32")):
    for o, i in T.grid(2, 4):
        with T.block("B"):
            vo, vi = T.axis.remap("SS", [o, i])
            B[vo * 8 + vi * 2] = A[vo * 4 + vi]


def schedule(sch):
    sch.write_at("o", "B", 0, "local")
