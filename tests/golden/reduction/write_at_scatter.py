# about: the place is read from memory
# refused: it could not be proved that a tile of B per iteration of loop i holds the right values
# inputs: ids=0..19
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12,), "int32"), ids: T.Buffer((12,), "int32"), B: T.Buffer((20,), "int32")):
    for i in range(12):
        with T.block("B"):
            vi = T.axis.spatial(12, i)
            B[ids[vi]] = A[vi]


def schedule(sch):
    sch.write_at("i", "B", 0, "local")
