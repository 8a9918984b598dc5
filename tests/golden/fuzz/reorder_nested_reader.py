# about: the reads of a nested block stand for those of the outer one, whose signature would allow the order
# refused: would reverse a dependence
from tvm.script import tir as T


@T.prim_func
def main(N: T.Buffer((5,), "int32"), T0: T.Buffer((5,), "int16"), T1: T.Buffer((5,), "int16")):
    for t0 in range(5):
        with T.block("b0"):
            v0 = T.axis.spatial(5, t0)
            T0[v0] = T.int16(1)
        with T.block("b1"):
            v1 = T.axis.spatial(5, t0)
            T1[v1] = T.if_then_else(v1 >= 1, T0[v1 - 1], T.int16(0))


def schedule(sch):
    b = sch.get_block("b1")
    l, = sch.get_loops(sch.get_block("b0"))
    o, i = sch.split(l, [None, 4])
    sch.add_unit_loop(b)
    sch.cache_index(b, "global", 0)
    sch.blockize(sch.get_loops(b)[2])
    o0, o1 = sch.split(o, [None, 4])
    sch.reorder(o0, i, o1)
