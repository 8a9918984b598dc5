# about: a copy that is made inside of the reduction's loop is not there for the init of a reduction over nothing
# refused: a tile of b per iteration of loop j changes the results
# bind: m=0
from tvm.script import tir as T


@T.prim_func
def main(var_A: T.handle, b: T.Buffer((2,), "int32"), D: T.Buffer((2,), "int32")):
    m = T.int32()
    A = T.match_buffer(var_A, (2, m), "int32")
    C = T.alloc_buffer((2,), "int32")
    for i, j in T.grid(2, m):
        with T.block("C"):
            vi, vj = T.axis.remap("SR", [i, j])
            with T.init():
                C[vi] = b[vi]
            C[vi] = T.max(C[vi], A[vi, vj])
    for i in range(2):
        with T.block("D"):
            vi = T.axis.spatial(2, i)
            D[vi] = C[vi] * 2


def schedule(sch):
    block = sch.get_block("C")
    sch.read_at(sch.get_loops(block)[1], block, "b", "local")
