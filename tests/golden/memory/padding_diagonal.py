# refused: does not bound a single iteration variable
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 10), "int32"), C: T.Buffer((8, 14), "int32")):
    P = T.alloc_buffer((8, 14), "int32")
    for y, x in T.grid(8, 14):
        with T.block("pad"):
            vy, vx = T.axis.remap("SS", [y, x])
            P[vy, vx] = T.if_then_else(1 <= vy and vy < 7 and vx + vy > 3 and vx >= 3 and vx < 13, A[vy - 1, vx - 3], 9)
    for y, x in T.grid(8, 14):
        with T.block("C"):
            vy, vx = T.axis.remap("SS", [y, x])
            C[vy, vx] = P[7 - vy, vx] + P[vy, vx]


def schedule(sch):
    sch.decompose_padding("pad", sch.get_loops("pad")[0])
