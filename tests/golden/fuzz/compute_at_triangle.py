# about: a triangle runs for a part of the domain of its reduction, so its axes do not tell what it reads
# refused: moving block C under loop ax0 changes the results
# bind: n=2
from tvm.script import tir as T


@T.prim_func
def main(var_A: T.handle, var_C: T.handle):
    n = T.int32()
    A = T.match_buffer(var_A, (n, n), "int32")
    C = T.match_buffer(var_C, (n,), "int32")
    for i in range(n):
        for j in range(i):
            with T.block("C"):
                vi = T.axis.spatial(n, i)
                vj = T.axis.reduce(n + 1, j)
                with T.init():
                    C[vi] = 0
                C[vi] = C[vi] + A[vi, vj]


def schedule(sch):
    block = sch.get_block("C")
    copy = sch.cache_write(block, 0, "local")
    sch.compute_group_at([block], sch.get_loops(copy)[0])
