# about: the first row of the tile was ids[t - 1] for every t, but ids[-1] is not read
# inputs: ids=0..1
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 3), "int32"), B: T.Buffer((2,), "int32"), ids: T.Buffer((7,), "int32")):
    for t in range(2):
        with T.block("B"):
            vt = T.axis.spatial(2, t)
            B[vt] = T.if_then_else(vt >= 1, A[ids[vt - 1], 0], 0)


def schedule(sch):
    b = sch.get_block("B")
    sch.read_at(sch.get_loops(b)[0], b, 0, "global")
