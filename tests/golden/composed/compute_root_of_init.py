# about: a reduction with its init, merged into a nest before
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((12, 8), "float32"), C: T.Buffer((12,), "float32")):
    B = T.alloc_buffer((12,), "float32")
    for i in range(12):
        for k in range(8):
            with T.block("B"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = T.float32(0)
                B[vi] = B[vi] + A[vi, vk]
        with T.block("C"):
            vi = T.axis.remap("S", [i])
            C[vi] = B[vi] * T.float32(0.5)



def schedule(sch):
    sch.compute_root("B")
    i, k = sch.get_loops("B")
    sch.reorder(k, i)
