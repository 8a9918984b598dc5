# about: a copy that leaves out what its reader asks for behind a condition cannot do the reader's work
# refused: it could not be proved that block B_global produces what block b0 needs at the right time
from tvm.script import tir as T


@T.prim_func
def main(B: T.Buffer((1, 1), "float32"), T0: T.Buffer((1, 1), "float32")):
    for i, j in T.grid(1, 1):
        with T.block("b0"):
            vi = T.axis.spatial(1, 0 - i)
            vj = T.axis.spatial(1, j)
            T0[vi, vj] = T.if_then_else(vi >= 1, B[0, vi - 1], T.float32(0.0))


def schedule(sch):
    b0 = sch.get_block("b0")
    sch.reindex_cache_read(b0, 0, "global", lambda vi, vj: (vj, vi))
    sch.reverse_compute_inline(b0)
