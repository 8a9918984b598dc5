# about: block B reads A before block Z writes it, so that the cache does not have its value
# refused: reads elements that the copy does not contain
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((2, 2), "int32"), B: T.Buffer((2, 2), "int32")):
    for i, j in T.grid(2, 2):
        with T.block("B"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = B[vi, vj] + A[vi, vj]
    for i, j in T.grid(2, 2):
        with T.block("Z"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi, vj] = B[vi, vj]


def schedule(sch):
    sch.cache_write("Z", 0, "local", consumer_blocks=["B"])
