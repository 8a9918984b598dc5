# about: the first iteration alone does not tell that the reduction is empty, and the loop of the others does not start it
# refused: the reduction of block C may have no iteration, and its init would not run in this case after the step
# bind: n=3, m=1
from tvm.script import tir as T


@T.prim_func
def main(var_A: T.handle, var_C: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(var_A, (n, m), "int32")
    C = T.match_buffer(var_C, (n,), "int32")
    for i, j in T.grid(n, 3):
        with T.block("C"):
            vi, vj = T.axis.remap("SR", [i, j])
            T.where(j < m - 1)
            with T.init():
                C[vi] = 0
            C[vi] = C[vi] + A[vi, vj]


def schedule(sch):
    i, j = sch.get_loops(sch.get_block("C"))
    sch.unroll_and_jam(i, 4)
    sch.peel(j, 1, at_start=True)
