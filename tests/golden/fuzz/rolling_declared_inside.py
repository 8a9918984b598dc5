# about: a block without axes kept its declared region, which was outside of the ring buffer
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((3, 1), "float32"), C: T.Buffer((2, 1), "float32")):
    # with T.block("root"):
    B = T.alloc_buffer((3, 1))
    for i in range(2):
        for r, j in T.grid(2, 1):
            with T.block("B"):
                vi = T.axis.spatial(3, i + r)
                vj = T.axis.spatial(1, j)
                B[vi, vj] = A[vi, vj]
        for j in range(1):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(B[vi:vi + 2, vj])
                T.writes(C[vi, vj])
                C[vi, vj] = B[vi, vj]


def schedule(sch):
    b0 = sch.get_block(name="C", func_name="main")
    l1, l2 = sch.get_loops(block=b0)
    b3 = sch.blockize(target=l2, preserve_unit_iters=True)
    b4 = sch.get_block(name="B", func_name="main")
    sch.rolling_buffer(block=b4, write_buffer_index=0)
