# about: an init ran in every iteration of a loop over which a window rolls, because that loop drives its reduction
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2,), "int32"), B: T.Buffer((2,), "int32")):
    # with T.block("root"):
    P = T.alloc_buffer((3,), "int32")
    for i_P in range(3):
        with T.block("P"):
            vi = T.axis.spatial(3, i_P)
            P[vi] = T.if_then_else(1 <= vi and vi < 3, A[vi - 1], 0)
    for j_B, i_B in T.grid(2, 2):
        with T.block("B"):
            vi, vj = T.axis.remap("SR", [i_B, j_B])
            with T.init():
                B[vi] = 0
            B[vi] = B[vi] + P[vi + vj]


def schedule(sch):
    b0 = sch.get_block(name="P", func_name="main")
    b1 = sch.get_block(name="B", func_name="main")
    l2, l3 = sch.get_loops(block=b1)
    sch.compute_at(block=b0, loop=l2, preserve_unit_loops=False, index=-1)
    sch.rolling_buffer(block=b0, write_buffer_index=0)
