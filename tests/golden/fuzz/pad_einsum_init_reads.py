# about: the init reads c outside of its elements where the result is padded
# refused: its init reads a buffer
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 3), "int32"), c: T.Buffer((2,), "int32"), C: T.Buffer((2,), "int32")):
    for i, k in T.grid(2, 3):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = c[vi]
            C[vi] = C[vi] + A[vi, vk]


def schedule(sch):
    sch.pad_einsum("C", [4, 4])
