# about: blocks declare no accesses, and places are not affine
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((8, 8), "float32"), C: T.Buffer((8, 8), "float32")):
    S = T.alloc_buffer((8, 8), "float32")
    for i, j in T.grid(8, 8):
        with T.block("S"):
            vi, vj = T.axis.remap("SS", [i, j])
            S[vi, T.bitwise_xor(vi, vj)] = A[vi, vj] * T.float32(2)
    for i, j in T.grid(8, 8):
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = S[vi, vj]
    for i, j in T.grid(8, 8):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = C[vi, vj] + S[vi, 7 - vj]


def schedule(sch):
    sch.loop_partition(sch.get_loops("C")[0], [3, None])
    sch.cache_write("S", 0, "local")
