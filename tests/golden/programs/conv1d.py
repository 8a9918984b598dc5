# A one-dimensional convolution of a padded input.
from tvm.script import tir as T


@T.prim_func
def main(X: T.Buffer((3, 20), "int32"), W: T.Buffer((4, 3, 5), "int32"), Y: T.Buffer((4, 20), "int32")):
    P = T.alloc_buffer((3, 24), "int32")
    for c, i in T.grid(3, 24):
        with T.block("P"):
            vc, vi = T.axis.remap("SS", [c, i])
            P[vc, vi] = T.if_then_else(2 <= vi and vi < 22, X[vc, vi - 2], 0)
    for o, i, c, k in T.grid(4, 20, 3, 5):
        with T.block("Y"):
            vo, vi, vc, vk = T.axis.remap("SSRR", [o, i, c, k])
            with T.init():
                Y[vo, vi] = 0
            Y[vo, vi] = Y[vo, vi] + P[vc, vi + vk] * W[vo, vc, vk]
