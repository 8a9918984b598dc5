# about: rows of the consumer that no iteration of the loop asks for would be lost; the loop around it has all of them
# refused: choose loop S.c, further outside
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((4, 8, 8), "float32"), O: T.Buffer((4, 8, 8), "float32")):
    S = T.alloc_buffer((4, 4, 4), "float32")
    for c, y, x, r, s in T.grid(4, 4, 4, 2, 2):
        with T.block("S"):
            vc, vy, vx, vr, vs = T.axis.remap("SSSRR", [c, y, x, r, s])
            with T.init():
                S[vc, vy, vx] = T.float32(0)
            S[vc, vy, vx] = S[vc, vy, vx] + A[vc, vy * 2 + vr, vx * 2 + vs]
    for c, y, x in T.grid(4, 8, 8):
        with T.block("O"):
            vc, vy, vx = T.axis.remap("SSS", [c, y, x])
            O[vc, vy, vx] = T.if_then_else(vy < 4 and vx < 4, S[vc, vy, vx], T.float32(0))


def schedule(sch):
    sch.reverse_compute_at("O", "S.y")
