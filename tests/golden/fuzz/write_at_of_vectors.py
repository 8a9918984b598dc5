# about: an iteration without the block copies what another one has written, and the iterations run at once
# refused: with a tile of T0 per iteration of loop l0r2, iterations of loop l0r2, which run at once, would use elements that others of them write
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((3, 3), "float16"), T0: T.Buffer((2,), "int16")):
    # with T.block("root"):
    for l0a, l0r2, l0r1 in T.grid(2, 2, 1):
        with T.block("b0"):
            v0a = T.axis.spatial(2, l0a)
            v0r2 = T.axis.reduce(1, l0r2)
            v0r1 = T.axis.reduce((1, 2), l0r1 + 1)
            T.where(l0r2 < 1)
            T.reads(A[v0a + v0r2, v0r2])
            T.writes(T0[v0a])
            T0[v0a] = T.Cast("int16", A[v0a + v0r2, v0r2])


def schedule(sch):
    b0 = sch.get_block(name="b0", func_name="main")
    l1, l2, l3 = sch.get_loops(block=b0)
    sch.vectorize(loop=l2)
    b4 = sch.write_at(loop=l2, block=b0, write_buffer_index=0, storage_scope="global")
