# about: the factor is written again after the sum
# inputs: A=integers, G=integers
# refused: a factor of block C changes before its sums are multiplied: G (written by block G)
from tvm.script import tir as T


@T.prim_func
def before(A: T.Buffer((6, 37), "float32"), G: T.Buffer((6,), "float32"), C: T.Buffer((6,), "float32")):
    for i, k in T.grid(6, 37):
        with T.block("C"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = T.float32(0)
            C[vi] = C[vi] + A[vi, vk] * G[vi]
    for i in range(6):
        with T.block("G"):
            vi = T.axis.spatial(6, i)
            G[vi] = T.float32(0)


def schedule(sch):
    sch.factor_out("C", invariants=True)
