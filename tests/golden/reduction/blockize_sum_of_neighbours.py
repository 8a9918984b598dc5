# about: the update reads what other inits write
# refused: initialising all elements of block S before its inner loops changes the results
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((9, 8), "int32"), S: T.Buffer((10,), "int32")):
    for i, k in T.grid(9, 8):
        with T.block("S"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                S[vi] = 0
            S[vi] = S[vi] + A[vi, vk] + S[vi + 1]


def schedule(sch):
    sch.blockize("i")
