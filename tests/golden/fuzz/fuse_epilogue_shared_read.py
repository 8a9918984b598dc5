# about: one sum serves several iterations of the epilogue
# refused: iterations (0) and (1) read the same element
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 3), "int32"), Y: T.Buffer((2, 3), "int32")):
    S = T.alloc_buffer((2,), "int32")
    for i, k in T.grid(2, 3):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = 0
            S[vi] = S[vi] + A[vi, vk]
    for i, j in T.grid(2, 3):
        with T.block("Y"):
            vi, vj = T.axis.remap("SS", [i, j])
            Y[vi, vj] = A[vi, vj] + S[vi]


def schedule(sch):
    sch.transform_block_layout("Y", lambda vi, vj: (vi * 3 + vj,))
    sch.fuse_reduction_epilogue("S", "Y")
