# about: the region of a block inside the tile was declared by hand, and is not all that the block reads
# refused: block X reads elements that the copy does not contain
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32")):
    for t in range(2):
        with T.block("tile"):
            vt = T.axis.spatial(2, t)
            T.reads(A[vt * 2:vt * 2 + 2])
            T.writes(B[vt * 2:vt * 2 + 2])
            X = T.alloc_buffer((2,), "int32")
            for i in range(2):
                with T.block("X"):
                    vi = T.axis.spatial(2, i)
                    T.reads(A[vt * 2 + vi])
                    T.writes(X[vi])
                    X[vi] = A[vt * 2 + vi] + 1
            for i in range(2):
                with T.block("B"):
                    vi = T.axis.spatial(2, i)
                    T.reads(X[vi])
                    T.writes(B[vt * 2 + vi])
                    B[vt * 2 + vi] = X[vi]


def schedule(sch):
    x = sch.get_block("X")
    sch.annotate_buffer_access(block=x, buffer_index=0, buf_type="read", gen_new_ranges=lambda i0: [(i0, i0 + 1)])
    tile = sch.get_block("tile")
    loop, = sch.get_loops(tile)
    sch.read_at(loop, tile, 0, "local")
