# about: each further iteration of a variable that no index uses would add the products again
# refused: neither an operand nor the result of block C is indexed by v3
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 3), "int32"), C: T.Buffer((2,), "int32")):
    for i, k in T.grid(2, 3):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = 0
            C[vi] = C[vi] + A[vi, vk]


def schedule(sch):
    sch.transform_block_layout("C", lambda i, k: (i, k, 0, 0))
    sch.pad_einsum("C", [1, 4, 1, 4])
