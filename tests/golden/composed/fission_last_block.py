# about: nothing comes after the last block
# refused: follows block C
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12, 10), "float32"), B: T.Buffer((12, 10), "float32"), C: T.Buffer((12, 10), "float32")):
    for i, j in T.grid(12, 10):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[vi, vj] * T.float32(2)
        with T.block("C"):
            vi, vj = T.axis.remap("SS", [i, j])
            C[vi, vj] = B[vi, vj] + T.float32(1)



def schedule(sch):
    i, j = sch.get_loops("B")
    sch.fission(i, "C")
