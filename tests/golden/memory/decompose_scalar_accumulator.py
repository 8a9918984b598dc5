# about: one cell accumulates for all rows: the init belongs inside the row loop
# refused: changes the results
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((16, 8), "float32"), C: T.Buffer((16,), "float32")):
    acc = T.alloc_buffer((1,), "float32")
    for i in range(16):
        for k in range(8):
            with T.block("sum"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.reads(A[vi, vk])
                T.writes(acc[0])
                with T.init():
                    acc[0] = T.float32(0)
                acc[0] = acc[0] + A[vi, vk]
        with T.block("C"):
            vi = T.axis.spatial(16, i)
            C[vi] = acc[0]


def schedule(sch):
    i, k = sch.get_loops("sum")
    sch.decompose_reduction("sum", i)
