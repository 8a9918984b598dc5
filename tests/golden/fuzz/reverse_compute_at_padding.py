# about: a consumer that also writes elements for which its producer has none
# bind: n=11, m=7
# refused: it runs beyond the end of C_rf
from tvm.script import tir as T


@T.prim_func
def main(var_A: T.handle, var_B: T.handle, var_C: T.handle):
    n = T.int32()
    m = T.int32()
    A = T.match_buffer(var_A, (n, m), "int32")
    B = T.match_buffer(var_B, (m,), "int32")
    C = T.match_buffer(var_C, (n,), "int32")
    H = T.alloc_buffer((n, m), "int32")
    for i, j in T.grid(n, m):
        with T.block("H"):
            vi, vj = T.axis.remap("SS", [i, j])
            H[vi, vj] = A[vi, vj] + B[vj]
    for i, k in T.grid(n, m):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = 0
            C[vi] = C[vi] + H[vi, vk]


def schedule(sch):
    i, k = sch.get_loops("C")
    rf = sch.rfactor(k, 1)
    sch.pad_einsum("C", [4, 4])
    sch.reverse_compute_at("C_rf_pad", sch.get_loops(rf)[0])
