# about: the loop over the parts has one iteration and a condition, which would not tell that the reduction is empty
# refused: the reduction of block C may have no iteration, and its init would not run in this case after the step
# bind: n=2, m=0
from tvm.script import tir as T


@T.prim_func
def main(var_A: T.handle, var_C: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(var_A, (n, m), "int32")
    C = T.match_buffer(var_C, (n,), "int32")
    for i, j in T.grid(n, 2):
        with T.block("C"):
            vi, vj = T.axis.remap("SR", [i, j])
            T.where(j < m)
            with T.init():
                C[vi] = 0
            C[vi] = C[vi] + A[vi, vj]


def schedule(sch):
    i, j = sch.get_loops(sch.get_block("C"))
    j0, j1 = sch.split(j, [None, 4])
    sch.rfactor(j0, 1)
