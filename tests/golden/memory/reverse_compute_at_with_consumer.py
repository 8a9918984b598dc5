# about: a consumer of the moved block stands before the loop
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32"), E: T.Buffer((16,), "float32")):
    B = T.alloc_buffer((16,), "float32")
    for i in range(16):
        with T.block("B"):
            vi = T.axis.remap("S", [i])
            B[vi] = A[vi]
    for i in range(16):
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] * T.float32(3)
    for i in range(16):
        with T.block("E"):
            vi = T.axis.remap("S", [i])
            E[vi] = C[vi] + B[vi]


def schedule(sch):
    (i,) = sch.get_loops("B")
    sch.reverse_compute_at("C", i)
    sch.reverse_compute_at("E", i)
