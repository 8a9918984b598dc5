# about: new iteration variables that do not begin at 0 lost their first values
from tvm.script import tir as T


@T.prim_func
def main(A: T.Buffer((4,), "int32"), B: T.Buffer((4,), "int32"), C: T.Buffer((1,), "int32")):
    for i in range(4):
        with T.block("B"):
            vi = T.axis.spatial(4, i)
            B[vi] = A[vi] * 2
    for i in range(4):
        with T.block("C"):
            vi = T.axis.reduce(4, i)
            with T.init():
                C[0] = 0
            C[0] = C[0] + B[vi] * vi


def schedule(sch):
    sch.transform_block_layout("B", lambda i: (9 - i,))
    sch.transform_block_layout("C", lambda i: (i + 3,))
