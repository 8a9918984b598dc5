# refused: x
from tvm.script import tir as T


@T.prim_func
def before(a: T.handle, C: T.Buffer((8, 32), "float32")):
    n = T.int32()
    A = T.match_buffer(a, (n, 32))
    B = T.alloc_buffer((8, 32), "float32", scope="shared")
    for i in T.serial(8):
        for j in range(32):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi, vj]
        for t in T.thread_binding(32, thread="threadIdx.x"):
            with T.block("C"):
                vi, vj = T.axis.remap("SS", [i, t])
                C[vi, vj] = B[vi, 31 - vj]


def schedule(sch):
    i = sch.get_loops("B")[0]
    sch.specialize_warps(i, 3, tensor_copies=True)
