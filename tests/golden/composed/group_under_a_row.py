# about: two stages move under the loop of a reduction as one step
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 16), "float32"), B: T.Buffer((16, 16), "float32"), F: T.Buffer((16,), "float32")):
    D = T.alloc_buffer((16, 16), "float32")
    E = T.alloc_buffer((16, 16), "float32")
    for i, j in T.grid(16, 16):
        with T.block("D"):
            vi, vj = T.axis.remap("SS", [i, j])
            D[vi, vj] = A[vi, vj] + B[vi, vj]
    for i, j in T.grid(16, 16):
        with T.block("E"):
            vi, vj = T.axis.remap("SS", [i, j])
            E[vi, vj] = D[vi, vj] + B[vi, vj]
    for i, k in T.grid(16, 16):
        with T.block("F"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                F[vi] = T.float32(0)
            F[vi] = F[vi] + E[vi, vk]



def schedule(sch):
    group = sch.create_group(["E"])
    i, k = sch.get_loops("F")
    sch.compute_group_at(group, k)
    assert len(sch.get_loops("D")) == 2
