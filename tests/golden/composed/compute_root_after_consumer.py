# about: what the block needs is computed in the nest of its consumer
# refused: is computed in the nest of
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12,), "float32"), C: T.Buffer((12,), "float32")):
    P = T.alloc_buffer((12,), "float32")
    B = T.alloc_buffer((12,), "float32")
    for i in range(12):
        with T.block("P"):
            vi = T.axis.remap("S", [i])
            P[vi] = A[vi] + T.float32(1)
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = P[vi] * T.float32(2)
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] - T.float32(3)



def schedule(sch):
    sch.compute_root("B")
