# about: a stage that ran only in the last iteration would come too late
# refused: changes the results
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), B: T.Buffer((16, 12), "float32"), C: T.Buffer((12, 16), "float32")):
    S = T.alloc_buffer((16,), "float32")
    for i in range(16):
        with T.block("S"):
            vi = T.axis.remap("S", [i])
            S[vi] = A[vi] * T.float32(0.5)
    for j, i in T.grid(12, 16):
        with T.block("C"):
            vj, vi = T.axis.remap("SS", [j, i])
            C[vj, vi] = B[vi, vj] + S[vi]



def schedule(sch):
    j, i = sch.get_loops("C")
    sch.compute_at("S", j)
    sch.add_guard("S", lambda j, ax: j == 11)
