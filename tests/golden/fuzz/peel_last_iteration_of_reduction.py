# about: the loop that is left has one value, so that nothing would tell that the reduction of an element is empty
# refused: the reduction of block C_j0 may have no iteration, and its init would not run in this case after the step
# bind: m=0
from tvm.script import tir as T


@T.prim_func
def main(var_A: T.handle, C: T.Buffer((3,), "int32")):
    m = T.int32()
    A = T.match_buffer(var_A, (3, m), "int32")
    for i, j in T.grid(3, 3):
        with T.block("C"):
            vi, vj = T.axis.remap("SR", [i, j])
            T.where(j < m)
            with T.init():
                C[vi] = 0
            C[vi] = C[vi] + A[vi, vj]


def schedule(sch):
    i, j = sch.get_loops(sch.get_block("C"))
    first, rest = sch.loop_partition(j, [2, None], preserve_unit_iters=False)
    sch.peel(first, 1, at_start=True)
