# about: a buffer that is allocated under a loop holds nothing of an earlier iteration
# refused: block b_i1 reads elements that the copy does not contain
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 3), "int32"), B: T.Buffer((3,), "int32")):
    for k in range(2):
        for i in range(3):
            with T.block("b"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    B[vi] = 0
                B[vi] = B[vi] + A[vk, vi]


def schedule(sch):
    sch.loop_partition(sch.get_loops("b")[1], [1, None])
    sch.cache_write("b_i1", 0, "local")
