# about: a third of a row of fused rows and columns is a tile: (f_0 * 2 + f_1) // 6 is f_0 // 3
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 8), "float32"), W: T.Buffer((3, 3), "float32"), O: T.Buffer((6, 6), "float32")):
    for f, kh, kw in T.grid(36, 3, 3):
        with T.block("O"):
            vh = T.axis.spatial(6, f // 6)
            vw = T.axis.spatial(6, f % 6)
            vkh, vkw = T.axis.remap("RR", [kh, kw])
            with T.init():
                O[vh, vw] = T.float32(0)
            O[vh, vw] = O[vh, vw] + A[vh + vkh, vw + vkw] * W[vkh, vkw]


def schedule(sch):
    f, kh, kw = sch.get_loops("O")
    f0, f1 = sch.split(f, factors=[None, 2])
    sch.blockize(f1)
