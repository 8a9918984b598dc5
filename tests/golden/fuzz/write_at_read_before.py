# about: the tile does not have what the caller gave in B, which is copied in before
# refused: block B_local reads elements that the copy does not contain
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 2), "float32"), B: T.Buffer((2, 2), "float32")):
    for i, j in T.grid(2, 2):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = B[vi, vj] + A[vi, vj]


def schedule(sch):
    b0 = sch.get_block(name="B", func_name="main")
    b1, b2 = sch.cache_inplace(block=b0, read_buffer_index=0, storage_scope="local")
    l3, l4, l5, l6 = sch.get_loops(block=b1)
    sch.write_at(loop=l4, block=b2, write_buffer_index=0, storage_scope="global")
