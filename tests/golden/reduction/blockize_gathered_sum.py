# about: the place of the sum is read from memory
# refused: it could not be ruled out that initialising all elements of block S before its inner loops
# inputs: ids=0..8
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((9, 8), "int32"), ids: T.Buffer((9,), "int32"), S: T.Buffer((9,), "int32")):
    for i, k in T.grid(9, 8):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[ids[vi]] = 0
            S[ids[vi]] = S[ids[vi]] + A[vi, vk]


def schedule(sch):
    sch.blockize("i")
